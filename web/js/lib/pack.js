/** Values as short texts that an address can carry: JSON, compressed, in letters that need no escaping. */

/** More characters than this stay out of an address that people hand on. */
export const LONGEST = 8000;

/** What an unpacked text may have, in bytes: compressed, little can be very much. */
const MOST = 16 << 20;

/** @param {ReadableStream} stream */
const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** Lets no more than `MOST` bytes pass. */
function bounded() {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > MOST) controller.error(new Error('too much'));
      else controller.enqueue(chunk);
    },
  });
}

/** @param {unknown} value */
export async function pack(value) {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const letters = Array.from(await bytesOf(stream), (byte) => String.fromCharCode(byte));
  return btoa(letters.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * What `pack` made a text of; null if it is none of its texts.
 * @param {string | null} text
 * @param {number} [longest] characters it may have
 * @returns {Promise<any>}
 */
export async function unpack(text, longest = LONGEST) {
  if (!text || text.length > longest) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(bounded());
    return JSON.parse(new TextDecoder().decode(await bytesOf(stream)));
  } catch {
    return null;
  }
}

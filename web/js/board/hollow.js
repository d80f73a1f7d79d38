/**
 * The room in a pit or store, and how pebbles come to rest in it. A hollow is a capsule: all points up to `radius` from the
 * line between two centres, which are the same for a round pit. `size` is the radius of a circle with the same area.
 * @typedef {{ax: number, ay: number, bx: number, by: number, x: number, y: number, radius: number, size: number}} Hollow
 * @typedef {{x: number, y: number}} Point
 */

/**
 * @param {DOMRect} box
 * @param {number} left
 * @param {number} top
 * @returns {Hollow}
 */
export function hollow(box, left, top) {
  const x = box.left - left + box.width / 2;
  const y = box.top - top + box.height / 2;
  const radius = Math.min(box.width, box.height) / 2;
  const [dx, dy] = [Math.max(0, box.width / 2 - radius), Math.max(0, box.height / 2 - radius)];
  const size = Math.sqrt((4 * radius * (dx + dy)) / Math.PI + radius * radius);
  return { ax: x - dx, ay: y - dy, bx: x + dx, by: y + dy, x, y, radius, size };
}

/**
 * Moves points apart until pebbles of a size hardly overlap, or lie as evenly as they can. Changes the points.
 * @param {Point[]} points
 * @param {Hollow} room
 * @param {number} pebble radius of a pebble
 */
export function settle(points, room, pebble) {
  const apart = pebble * 1.78;
  const reach = Math.max(1, room.radius - pebble * 1.25);
  for (let round = 0; round < 40; round += 1) {
    let moved = 0;
    for (let i = 0; i < points.length; i += 1) {
      for (let j = i + 1; j < points.length; j += 1) moved = Math.max(moved, part(points[i], points[j], apart));
      confine(points[i], room, reach);
    }
    if (moved < 0.15) return;
  }
}

/**
 * @param {Point} one
 * @param {Point} other
 * @param {number} apart
 * @returns {number} by how much
 */
function part(one, other, apart) {
  let [dx, dy] = [other.x - one.x, other.y - one.y];
  let distance = Math.hypot(dx, dy);
  if (distance >= apart) return 0;
  if (distance < 0.01) [dx, dy, distance] = [0.6, 0.8, 1];
  const push = (apart - distance) * 0.3;
  const [px, py] = [(dx / distance) * push, (dy / distance) * push];
  one.x -= px;
  one.y -= py;
  other.x += px;
  other.y += py;
  return push;
}

/**
 * @param {Point} point
 * @param {Hollow} room
 * @param {number} reach
 */
function confine(point, room, reach) {
  const [lx, ly] = [room.bx - room.ax, room.by - room.ay];
  const length = lx * lx + ly * ly;
  const along = length ? Math.min(1, Math.max(0, ((point.x - room.ax) * lx + (point.y - room.ay) * ly) / length)) : 0;
  const [cx, cy] = [room.ax + lx * along, room.ay + ly * along];
  const distance = Math.hypot(point.x - cx, point.y - cy);
  if (distance <= reach) return;
  point.x = cx + ((point.x - cx) / distance) * reach;
  point.y = cy + ((point.y - cy) / distance) * reach;
}

/**
 * A place to fall into: the freest of a few.
 * @param {Hollow} room
 * @param {Point[]} others
 * @param {() => number} random
 * @returns {Point}
 */
export function landing(room, others, random) {
  let best = { x: room.x, y: room.y };
  let most = -1;
  for (let trial = 0; trial < 4; trial += 1) {
    const point = somewhere(room, random);
    const free = Math.min(...others.map((other) => Math.hypot(other.x - point.x, other.y - point.y)), 1e9);
    if (free > most) [best, most] = [point, free];
  }
  return best;
}

/**
 * @param {Hollow} room
 * @param {() => number} random
 */
function somewhere(room, random) {
  const along = random();
  const [cx, cy] = [room.ax + (room.bx - room.ax) * along, room.ay + (room.by - room.ay) * along];
  const [angle, distance] = [random() * Math.PI * 2, Math.sqrt(random()) * room.radius * 0.6];
  return { x: cx + Math.cos(angle) * distance, y: cy + Math.sin(angle) * distance };
}

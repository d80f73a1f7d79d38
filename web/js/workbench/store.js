/** A drawer of the browser that holds more than its local storage does. Where it is locked, nothing is stored, and nothing fails. */

const NAME = 'mancala';
const STORE = 'workbench';

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/**
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} act
 * @returns {Promise<any>}
 */
async function using(mode, act) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const request = act(database.transaction(STORE, mode).objectStore(STORE));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {string} key */
export const get = (key) => using('readonly', (store) => store.get(key)).catch(() => null);

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {Promise<boolean>} whether the browser stored it
 */
export const put = (key, value) =>
  using('readwrite', (store) => store.put(value, key)).then(
    () => true,
    () => false,
  );

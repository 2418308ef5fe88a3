/** Records whose keys come from elsewhere: a room or a channel may be called "constructor". */

/**
 * What a record has under a key, and not what every object has.
 * @template T
 * @param {Record<string, T>} record
 * @param {string} key
 * @returns {T | undefined}
 */
export function own(record, key) {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

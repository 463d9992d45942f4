/**
 * Makes a value for each key when it is first needed. Browsers take milliseconds to make an `Intl` format, which a page
 * without it should not wait for.
 */
export function keepMade<Key extends string, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new Map<Key, Made>();
  return (key) => {
    const made = kept.get(key) ?? make(key);
    kept.set(key, made);
    return made;
  };
}

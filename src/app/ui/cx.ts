/**
 * Joins class names, skipping false and undefined.
 * @example cx(styles.input, isMono && styles.mono)
 */
export const cx = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(name => name !== false && name !== undefined).join(' ')

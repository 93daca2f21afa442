/** Throws, with the details, where a promise is broken. */
export function assure(holds: boolean, promise: string, details: () => unknown = () => ''): asserts holds {
  if (!holds)
    throw new Error(`${promise}: ${JSON.stringify(details(), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`)
}

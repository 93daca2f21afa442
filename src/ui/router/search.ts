/** Search parameters as plain text, without the router's JSON quoting: `qty=10` stays `qty=10`, and links can be typed by hand. */

const longestValue = 4_000

export function parseSearch(search: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) values[name] = value.slice(0, longestValue)
  return values
}

/** Readable in the address bar: the marks of joined symbols (`@`, `/`, `:`) stay as they are. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') parameters.set(name, String(value))
  }
  const text = parameters.toString().replaceAll('%40', '@').replaceAll('%2F', '/').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}

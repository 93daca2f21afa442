/** Addresses of this page: the path of a screen and what is asked of it, as text. */

/** The screens that links may lead to; `src/app/shell/screens.ts` holds each to its name. */
export type ScreenPath = '/portfolio' | '/build' | '/orders' | '/markets' | '/journal' | '/settings' | '/flow'

/** Parameters as an address carries them: all are text. */
export type SearchText = Readonly<Record<string, string>>

/** Parameters to write; what is undefined is left out. */
type SearchValues = Readonly<Record<string, string | number | undefined>>

export interface Address {
  readonly pathname: string
  readonly search: SearchText
}

export interface Destination {
  /** "." is the path that is shown. */
  readonly to: ScreenPath | '.'
  /** None without: a link that wants to keep what is asked for says so by a function of it. */
  readonly search?: SearchValues | ((before: SearchText) => SearchValues)
  /** Back leads past the address that is left. */
  readonly replace?: boolean
}

/** Reads a path with its search. A mark ("#…") is a place in the page and no part of the address; a slash at the end says nothing. */
export function parseAddress(text: string): Address {
  const [plain = ''] = text.split('#')
  const at = plain.indexOf('?')
  const path = at < 0 ? plain : plain.slice(0, at)
  return { pathname: `/${path.replace(/^\/+|\/+$/g, '')}`, search: at < 0 ? {} : parseSearch(plain.slice(at)) }
}

export const formatAddress = ({ pathname, search }: Address): string => `${pathname}${stringifySearch(search)}`

/** Where a link leads from an address. */
export function resolveAddress({ to, search }: Destination, from: Address): Address {
  const asked = typeof search === 'function' ? search(from.search) : (search ?? {})
  return { pathname: to === '.' ? from.pathname : to, search: parseSearch(stringifySearch(asked)) }
}

/** That a link's screen is the one shown, with all that the link asks of it; more may be asked. */
export function isWithin(link: Address, shown: Address): boolean {
  const isPath = shown.pathname === link.pathname || shown.pathname.startsWith(`${link.pathname}/`)
  return isPath && Object.entries(link.search).every(([name, value]) => shown.search[name] === value)
}

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

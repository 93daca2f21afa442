/** The screens that links may lead to; `src/app/entry/shell/screens.ts` is checked against it. */
export type ScreenPath = '/portfolio' | '/build' | '/orders' | '/markets' | '/journal' | '/settings'

export type SearchText = Readonly<Record<string, string>>

type SearchValues = Readonly<Record<string, string | number | undefined>>

export interface Address {
  readonly pathname: string
  readonly search: SearchText
}

export interface Destination {
  /** "." is the current path. */
  readonly to: ScreenPath | '.'
  readonly search?: SearchValues | ((before: SearchText) => SearchValues)
  readonly replace?: boolean
}

/** Parses path and search. A fragment ("#…") is ignored, as is a trailing slash. */
export function parseAddress(text: string): Address {
  const [plain = ''] = text.split('#')
  const at = plain.indexOf('?')
  const path = at < 0 ? plain : plain.slice(0, at)
  return { pathname: `/${path.replace(/^\/+|\/+$/g, '')}`, search: at < 0 ? {} : parseSearch(plain.slice(at)) }
}

export const formatAddress = ({ pathname, search }: Address): string => `${pathname}${stringifySearch(search)}`

export function resolveAddress({ to, search }: Destination, from: Address): Address {
  const asked = typeof search === 'function' ? search(from.search) : (search ?? {})
  return { pathname: to === '.' ? from.pathname : to, search: parseSearch(stringifySearch(asked)) }
}

export function isWithin(link: Address, shown: Address): boolean {
  const isPath = shown.pathname === link.pathname || shown.pathname.startsWith(`${link.pathname}/`)
  return isPath && Object.entries(link.search).every(([name, value]) => shown.search[name] === value)
}

const longestValue = 4_000

export function parseSearch(search: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) values[name] = value.slice(0, longestValue)
  return values
}

/** Keeps the separators of joined symbols (`@`, `/`, `:`) readable. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') parameters.set(name, String(value))
  }
  const text = parameters.toString().replaceAll('%40', '@').replaceAll('%2F', '/').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}

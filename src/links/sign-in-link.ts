/** Where one signs in, and back to (`from`): a path of this page, and nothing that leads elsewhere. */
import { type Search, textOf } from './search-text.ts'

export const signInSearch = (from: string): Search => ({ from })

/** Undefined of none, and of what is no plain path of this page. */
export function parseSignInFrom(search: Readonly<Record<string, unknown>>): string | undefined {
  const from = textOf(search, 'from')
  return from !== undefined && /^\/[a-z-]+$/.test(from) ? from : undefined
}

/** The markets screen with one instrument beside the grid. */
import { type Search, searchOf, textOf } from './search-text.ts'

export const parseMarketsSearch = (search: Readonly<Record<string, unknown>>): string | undefined => textOf(search, 'instrument')

export const marketsSearch = (symbol: string | undefined): Search => searchOf({ instrument: symbol })

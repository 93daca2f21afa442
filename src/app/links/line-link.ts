/** P&L over time of trades, over any screen: `line=` with the id of a trade, or of an order that filled for it. */
import { type Search, searchOf, searchWithout, textOf } from './screen-links.ts'

export const parseLineSearch = (search: Readonly<Record<string, unknown>>): string | undefined => textOf(search, 'line')

export const lineSearch = (id: string): Search => searchOf({ line: id })

export const withoutLine = (search: Search): Search => searchWithout(search, ['line'])

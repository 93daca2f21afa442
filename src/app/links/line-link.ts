/** P&L over time of trades, over any screen: `line=` with the id of a trade, or of an order that filled for it. */
import { type Search, searchOf, textOf } from './screen-links.ts'

export const parseLineSearch = (search: Readonly<Record<string, unknown>>): string | undefined => textOf(search, 'line')

export const lineSearch = (id: string): Search => searchOf({ line: id })

export const withoutLine = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'line'))

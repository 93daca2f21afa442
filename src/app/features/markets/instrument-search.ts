/**
 * Fast search through tens of thousands of instruments: all words must match. The typed strike comes first, then
 * positions, then by traded volume. Pure. A word of letters matches anywhere in a name; a word starting with a digit
 * matches the start of a part ("1000" does not match 21000) or a whole id.
 */
import { type Decimal, toNumber } from '../../../core/domain/decimal.ts'
import type { Right } from '../../../core/domain/instrument.ts'
import type { MarketSummary, Quotes } from '../../../core/domain/market-data.ts'
import { readStrike } from '../../../core/domain/phrase/phrase-words.ts'
import type { ListedRow } from './instrument-rows.ts'

interface Word {
  /** Alternative texts: the haystack must contain one of them. */
  readonly texts: readonly string[]
  readonly right?: Right | undefined
  readonly strike?: Decimal | undefined
}

const letterOf = (right: Right | undefined): string => (right === undefined ? '' : right === 'call' ? 'c' : 'p')

function readWord(text: string): Word {
  if (/^calls?$/.test(text)) return { texts: [], right: 'call' }
  if (/^puts?$/.test(text)) return { texts: [], right: 'put' }
  if (!/^[\d.]/.test(text)) return { texts: [text] }
  const strike = readStrike(text)
  const plain = [` ${text.replaceAll(/[,-]/g, '')}`, `#${text} `]
  if (strike?.kind !== 'price') return { texts: plain }
  const letter = letterOf(strike.right)
  return { texts: [...new Set([...plain, ` ${strike.value}${letter}`])], right: strike.right, strike: strike.value }
}

const rightOf = (row: ListedRow): Right | undefined => (row.parsed?.product === 'option' ? row.parsed.right : undefined)

const fits = (row: ListedRow, { texts, right }: Word): boolean =>
  (texts.length === 0 || texts.some(text => row.haystack.includes(text))) &&
  (right === undefined || rightOf(row) === right)

const searchTerms = (search: string): readonly Word[] => search.toLowerCase().split(/\s+/).filter(Boolean).map(readWord)

/** Compares lengths first: most names differ in length, which avoids lowercasing them. */
const isNamed = ({ symbol }: ListedRow, whole: string): boolean =>
  symbol.length === whole.length && symbol.toLowerCase() === whole

function matching(rows: readonly ListedRow[], words: readonly Word[]): readonly ListedRow[] {
  const found: ListedRow[] = []
  for (const row of rows) {
    let isFound = true
    for (let at = 0; isFound && at < words.length; at += 1) isFound = fits(row, words[at] as Word)
    if (isFound) found.push(row)
  }
  return found
}

/**
 * True if every row that matches `after` also matches `before`. Usually true for appended letters; "2" and "25" may be
 * whole ids.
 */
const narrows = (after: Word, before: Word): boolean =>
  (before.right === undefined || before.right === after.right) &&
  (before.texts.length === 0 ||
    (after.texts.length > 0 && after.texts.every(text => before.texts.some(each => text.includes(each)))))

const narrowsAll = (after: readonly Word[], before: readonly Word[]): boolean =>
  before.every(each => after.some(word => narrows(word, each)))

function ranked(
  found: readonly ListedRow[],
  search: string,
  words: readonly Word[],
  isHeld: (symbol: string) => boolean,
): readonly ListedRow[] {
  const strikes = new Set(words.flatMap(({ strike }) => (strike === undefined ? [] : [strike])))
  const whole = search.trim().toLowerCase()
  const ranks: readonly ListedRow[][] = [[], [], [], []]
  for (const row of found) {
    const isExact = (row.strike !== undefined && strikes.has(row.strike)) || row.id === whole || isNamed(row, whole)
    ranks[(isExact ? 0 : 2) + (isHeld(row.symbol) ? 0 : 1)]?.push(row)
  }
  return ranks.flat()
}

/** Incremental search: an added letter filters the previous result, a removed one restores the earlier result. */
export class InstrumentSearch {
  #rows: readonly ListedRow[] = []
  #steps: { readonly words: readonly Word[]; readonly found: readonly ListedRow[] }[] = []

  /** Returns matches, best first. `rows` must be in the order in which equal matches stay (see `mostTraded`). */
  find(rows: readonly ListedRow[], search: string, isHeld: (symbol: string) => boolean): readonly ListedRow[] {
    const words = searchTerms(search)
    if (rows !== this.#rows) this.#steps = []
    this.#rows = rows
    const last = this.#steps.findLastIndex(step => narrowsAll(words, step.words))
    const before = this.#steps[last]
    const isSame = before !== undefined && narrowsAll(before.words, words)
    const found = isSame ? before.found : matching(before?.found ?? rows, words)
    this.#steps = this.#steps.slice(0, last + 1)
    if (!isSame) this.#steps.push({ words, found })
    return ranked(found, search, words, isHeld)
  }
}

/** Approximate USD volume of a day; a small value for quoted instruments, zero for the rest. */
function tradedOf(summary: MarketSummary | undefined): number {
  if (summary === undefined) return 0
  const quantity = summary.base_volume ?? summary.volume
  const price = summary.index_price ?? summary.last_price
  const traded = quantity === undefined || price === undefined ? 0 : toNumber(quantity) * toNumber(price)
  const isQuoted = [summary.best_bid, summary.best_ask].some(quote => quote !== undefined && toNumber(quote) > 0)
  return traded + (isQuoted ? 1 : 0)
}

export function mostTraded(rows: readonly ListedRow[], summaries: Quotes | undefined): readonly ListedRow[] {
  // Loops, because iterators would take as long as the sort.
  const traded = new Float64Array(rows.length)
  const order = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) {
    traded[at] = tradedOf(summaries?.get((rows[at] as ListedRow).symbol))
    order[at] = at
  }
  order.sort((a, b) => (traded[b] as number) - (traded[a] as number) || a - b)
  const sorted: ListedRow[] = []
  for (const index of order) sorted.push(rows[index] as ListedRow)
  return sorted
}

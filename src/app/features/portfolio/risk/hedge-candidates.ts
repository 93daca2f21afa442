/** Hedge candidates of a stress cell: the perpetual and quoted options of a base, one unit each. */
import type { Quotes } from '../../../../core/domain/market-data.ts'
import type { Book } from '../../../../core/account/account-model.ts'
import { toNumber } from '../../../../core/domain/decimal.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { type Instrument, parseInstrumentName, shortName } from '../../../../core/domain/instrument.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import type { HedgeCandidate } from '../../../../core/pricing/hedge/cell-hedges.ts'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { legQuote } from '../../../../core/pricing/market/leg-quotes.ts'
import type { PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { greeksOfSize, unitGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import type { HedgeInstrument } from '../../../../core/pricing/solve/hedge.ts'

const leastLifeMs = 3 * dayMs

function candidateOf(
  instrument: Instrument,
  quotes: Quotes,
  about: Pick<PortfolioLine, 'base' | 'kind' | 'strike' | 'expiryMs' | 'priced'>,
): HedgeCandidate | undefined {
  const { symbol, quantity_step, status } = instrument
  const quote = quotes.get(symbol)
  if (status !== 'active' || quote?.best_bid === undefined || quote.best_ask === undefined) return undefined
  const [bid, ask] = [toNumber(quote.best_bid), toNumber(quote.best_ask)]
  const mark = (bid + ask) / 2
  const line: PortfolioLine = {
    symbol,
    name: shortName(symbol),
    size: 1,
    mark,
    entry: mark,
    greeks: undefined,
    ...about,
  }
  return { line, bid, ask, step: toNumber(quantity_step) }
}

/** Out-of-the-money options that live some days past `untilMs`; an in-the-money one is a future with a spread. */
export function hedgeCandidates(
  surface: BaseSurface,
  index: InstrumentIndex,
  quotes: Quotes,
  untilMs: number,
): HedgeCandidate[] {
  const { base } = surface
  const perpetual = index.perpetual(base)
  const linear =
    perpetual === undefined
      ? undefined
      : candidateOf(perpetual, quotes, {
          base,
          kind: 'linear',
          strike: undefined,
          expiryMs: undefined,
          priced: undefined,
        })
  const options = [...surface.expiries.values()].flatMap(({ expiryMs, forward, marks }) => {
    if (expiryMs < untilMs + leastLifeMs || forward === undefined) return []
    return [...marks].flatMap(([symbol, { volatility }]) => {
      const [name, instrument] = [parseInstrumentName(symbol), index.bySymbol(symbol)]
      if (name?.product !== 'option' || instrument === undefined || volatility === undefined) return []
      const away = (toNumber(name.strike) - forward.price) * (name.right === 'call' ? 1 : -1)
      if (away < 0) return []
      const priced = { forward: forward.price, volatility }
      return (
        candidateOf(instrument, quotes, { base, kind: name.right, strike: toNumber(name.strike), expiryMs, priced }) ??
        []
      )
    })
  })
  return linear === undefined ? options : [linear, ...options]
}

export function hedgeInstruments(
  book: Pick<Book, 'surfaceOf' | 'atMs'>,
  lines: readonly PortfolioLine[],
  index: InstrumentIndex,
  quotes: Quotes,
): readonly HedgeInstrument[] | string {
  const all: HedgeInstrument[] = []
  const marks = new Map(lines.map(line => [line.symbol, line.mark]))
  for (const base of new Set(lines.map(line => line.base))) {
    const surface = book.surfaceOf(base)
    if (surface === undefined) return `The options of ${base} are not priced yet.`
    for (const { line } of hedgeCandidates(surface, index, quotes, book.atMs)) {
      const instrument = index.bySymbol(line.symbol)
      const { bid, ask, mid } = legQuote(quotes.get(line.symbol))
      const greeks = greeksOfSize(unitGreeks(line.symbol, surface, book.atMs), 1)
      if (
        instrument === undefined ||
        bid === undefined ||
        ask === undefined ||
        mid === undefined ||
        greeks === undefined
      )
        continue
      const mark = marks.get(line.symbol) ?? line.mark
      all.push({ line: { ...line, mark, greeks }, instrument, bid, ask, sizes: undefined })
    }
  }
  return all
}

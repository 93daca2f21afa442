// @vitest-environment node
/**
 * A figure on several screens is one number for any positions and quotes: header, explanation, positions and tree,
 * alerts, margin, history samples and realised P&L all use the model.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AccountModel } from '../../core/account/account-model.ts'
import { figuresOfAnswers } from '../../core/account/alerts/figures-of-answers.ts'
import { type FigureInputs, figureOf, type Subject, valuesOf } from '../../core/account/alerts/figures.ts'
import { balanceRows } from '../../core/account/balance-rows.ts'
import { dayChange } from '../../core/account/day-change.ts'
import { marginUse, usedOfUsd } from '../../core/account/margin-use.ts'
import { RealisedModel } from '../../core/account/realised-model.ts'
import { surfacesAt } from '../../core/account/surfaces.ts'
import { upnlByBase } from '../../core/account/totals.ts'
import { type Balance, marketValue, type Position, signedSize, usdReference } from '../../core/domain/account.ts'
import { daySubject, wholeAccount } from '../../core/domain/alert.ts'
import { add, dec, type Decimal, eq, isZero, sub, sum, toNumber, zero } from '../../core/domain/decimal.ts'
import { areInUsd, type EquityDefinition, equityOf, quoteOf, ratesIn, upnlOf } from '../../core/domain/equity.ts'
import type { Fill } from '../../core/domain/fill.ts'
import { entityId } from '../../core/domain/ids.ts'
import { indexInstruments } from '../../core/domain/instrument-index.ts'
import type { MarketSummary, Quotes } from '../../core/domain/market-data.ts'
import { sampleOf } from '../../core/domain/sample.ts'
import { dayMs, minuteMs } from '../../core/domain/time.ts'
import { realisedByDay } from '../features/journal/realised-days.ts'
import { resultRows } from '../features/journal/results.ts'
import { explainFigure } from '../features/portfolio/header/explanation-drawer.tsx'
import type { FigureId } from '../features/portfolio/header/figures.tsx'
import { equityValues, pnlValues } from '../features/portfolio/history/history-series.ts'
import { arrangePositions } from '../features/portfolio/positions/position-nodes.ts'
import { flatRows, treeRows } from '../features/portfolio/positions/positions-tree.ts'
import { marginMarks } from '../model/account/use-margin.ts'
import type { Portfolio } from '../model/account/use-portfolio.ts'
import { createTestMarket, startMs } from '../../testing/test-market.ts'
import { heldBalance, heldPosition } from '../../testing/held-position.ts'

const market = createTestMarket()
const listed = market.listing(startMs).all
const coin = 'SOL-BTC-PERPETUAL'
const symbols = [...listed.filter(each => each.product !== 'spot').map(each => each.instrument.symbol), coin, 'XYZ']
const productTypes: Readonly<Record<string, string>> = {
  perpetual: 'perpetual_future',
  future: 'future',
  option: 'option',
}

const cents = fc.integer({ min: -100_000_000, max: 100_000_000 }).map(value => dec(String(value / 100)))
const price = fc.integer({ min: 0, max: 10_000_000 }).map(value => dec(String(value / 100)))

const anyPosition = fc.record({
  symbol: fc.constantFrom(...symbols),
  size: cents,
  entry: price,
  mark: price,
  upnl: cents,
  side: fc.constantFrom('long', 'short', 'both'),
})
const anyIndexes = fc.record({
  spot: fc.option(fc.constantFrom('0', '98000')),
  perpetual: fc.option(fc.constantFrom('0', '98500')),
})

const anyAccount = fc.record({
  positions: fc.uniqueArray(anyPosition, { selector: each => each.symbol, maxLength: 12 }),
  cash: fc.uniqueArray(
    fc.record({ asset: fc.constantFrom('USD', 'BTC', 'SOL', 'PTF', usdReference), cash: cents, free: cents }),
    {
      selector: each => each.asset,
    },
  ),
  indexes: anyIndexes,
  quoted: fc.boolean(),
  quoteOfDated: fc.constantFrom('USD', 'USD', 'BTC'),
})
type Account = typeof anyAccount extends fc.Arbitrary<infer Value> ? Value : never

function positionOf({ symbol, size, entry, mark, upnl, side }: Account['positions'][number]): Position {
  const product =
    listed.find(each => each.instrument.symbol === symbol)?.product ?? (symbol === coin ? 'perpetual' : 'warrant')
  return heldPosition(symbol, size, entry, mark, { product_type: productTypes[product] ?? product, side, upnl })
}

const balanceOf = ({ asset, cash, free }: Account['cash'][number]): Balance =>
  heldBalance(asset, cash, {
    reserved_balance: sub(cash, free),
    available_balance: free,
    withdrawable_balance: free,
  })

function quotesOf({ indexes, quoted }: Account): Quotes {
  const rows = listed.map((each): [string, MarketSummary] => {
    const { product, instrument } = each
    const { symbol, price_step: step } = instrument
    const mark = market.markPrice(each, startMs)
    const index = symbol === 'BTC-USD' ? indexes.spot : symbol === 'BTC-USD-PERPETUAL' ? indexes.perpetual : '4000'
    const sides = quoted ? { best_bid: sub(mark, step), best_ask: add(mark, step) } : {}
    const indexed = product === 'option' || index === null ? {} : { index_price: dec(index) }
    return [symbol, { id: entityId('1'), symbol, product_type: product, ...sides, ...indexed }]
  })
  return new Map(rows)
}

const dayStart = Math.floor(startMs / dayMs) * dayMs

function derive(account: Account) {
  const index = indexInstruments(
    listed.map(({ instrument, product }) =>
      product === 'option' || product === 'future' ? { ...instrument, quote_asset: account.quoteOfDated } : instrument,
    ),
  )
  const [positions, balances, quotes] = [
    account.positions.map(positionOf),
    account.cash.map(balanceOf),
    quotesOf(account),
  ]
  const model = new AccountModel()
  const surfaces = surfacesAt(index, quotes, startMs)
  const book = model.book(positions, surfaces)
  const rows = model.rows(positions, index, book) ?? []
  const indexes = model.indexes(balances, rows, quotes)
  const totals = model.totals(rows, balances, indexes, {})
  const exposure = model.exposure(rows, book, undefined, undefined)
  const sample = sampleOf({
    atMs: startMs,
    positions,
    balances,
    indexOf: ratesIn(quotes),
    listingOf: symbol => index.bySymbol(symbol),
  })
  const resource = { data: undefined, receivedAgoMs: () => 1 }
  const portfolio = {
    ...exposure,
    totals,
    indexes,
    positionRows: rows,
    balances: { ...resource, data: balances },
    positions: { ...resource, data: positions },
    market: { ...resource, data: quotes },
    oldestAgoMs: () => 1,
  } as unknown as Portfolio
  const watched: FigureInputs = {
    ...exposure,
    positionRows: rows,
    quotes,
    surfaces,
    totals,
    marketGap: undefined,
    samples: [{ ...sample, atMs: dayStart }],
    nowMs: startMs,
  }
  const alertOf = (subject: Subject): Decimal | undefined => {
    const figure = figureOf(subject, watched)
    return 'value' in figure ? figure.value : undefined
  }
  return { index, positions, balances, quotes, alertOf, rows, indexes, totals, exposure, sample, portfolio }
}

const definitions: readonly EquityDefinition[] = ['value', 'upnl', 'venue']
const near = (a: number, b: number): void =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(a), Math.abs(b)))

const hold = (property: (account: Account) => void): void =>
  fc.assert(fc.property(anyAccount, property), { numRuns: 60 })

describe('one figure on every screen', () => {
  it('equity of the header is that of an alert and of the sample that the history keeps, and what is left out of one is left out of the other', () =>
    hold(account => {
      const { totals, sample, alertOf } = derive(account)
      for (const definition of definitions) {
        const { value, leftOut } = totals.equity[definition]
        expect(value).toBe(equityOf(sample.equity, definition))
        expect(alertOf({ kind: 'equity', subject: definition })).toBe(leftOut.length > 0 ? undefined : value)
        const isDayKnown = value !== undefined && leftOut.length === 0
        expect(alertOf({ kind: 'day', subject: daySubject(definition, '00:00') })).toBe(isDayKnown ? '0' : undefined)
      }
      const named = new Set([...totals.equity.value.leftOut, ...totals.equity.upnl.leftOut])
      expect(named.size > 0).toBe(sample.equity.leftOut.length > 0)
    }))

  it('a day in which nothing changed has a change of exactly nothing, by every definition, and the chart ends at the header', () =>
    hold(account => {
      const { totals, sample } = derive(account)
      for (const definition of definitions) {
        const { value } = totals.equity[definition]
        if (value === undefined) continue
        const atStart = { ...sample, atMs: dayStart }
        expect(dayChange([atStart], value, definition, '00:00', startMs)).toMatchObject({
          kind: 'known',
          change: '0',
          base: value,
        })
        expect(equityValues([sample], definition)[0]).toBe(toNumber(value))
      }
    }))

  it('uPnL of the header is the sum of its rows, of its bases, of the tree and of the flat list, and the figure of an alert', () =>
    hold(account => {
      const { totals, rows, positions, index, indexes, alertOf, sample } = derive(account)
      const bases = upnlByBase(rows, indexes)
      expect(totals.upnl.value).toBe(sum(bases.map(each => each.upnl.value)))
      const isAllUsd = rows.every(row => row.quote === 'USD')
      expect(alertOf({ kind: 'upnl', subject: wholeAccount })).toBe(isAllUsd ? totals.upnl.value : undefined)
      const open = positions.filter(each => !isZero(each.size))
      expect(areInUsd(open, index)).toBe(isAllUsd)
      if (isAllUsd) expect(sum(open.map(each => each.upnl))).toBe(totals.upnl.value)
      if (isAllUsd && totals.others.length === 0) expect(upnlOf(sample.equity)).toBe(totals.upnl.value)
      const tree = treeRows(arrangePositions(rows, []), rows, new Set())
      for (const group of bases) {
        const shown = tree.find(row => row.kind === 'base' && row.legs.some(leg => leg.position.base === group.base))
          ?.figures.upnl
        const isUsd = rows.every(row => row.base !== group.base || row.quote === 'USD')
        if (shown !== undefined && isUsd) expect(shown).toBe(group.upnl.value)
        if (isUsd) expect(alertOf({ kind: 'upnl', subject: group.base })).toBe(group.upnl.value)
      }
      const flat = flatRows(rows)
      expect(flat.map(row => row.figures)).toEqual(rows)
      for (const [index, row] of flat.entries()) expect(row.figures).toBe(rows[index])
    }))

  it('a position has one mark and one size: in its row, its tree, its line of risk, its sample, margin and realised', () =>
    hold(account => {
      const { rows, positions, quotes, exposure, sample } = derive(account)
      const sizes = new RealisedModel().sizes(positions)
      const marks = marginMarks(rows, quotes, surfacesAt(undefined, quotes, 0))
      const open = positions.filter(each => !isZero(each.size))
      expect(rows.map(row => row.symbol).sort()).toEqual(open.map(each => each.symbol).sort())
      const legs = treeRows(arrangePositions(rows, []), rows, new Set()).filter(row => row.kind === 'leg')
      for (const row of rows) {
        const position = open.find(each => each.symbol === row.symbol)
        const saved = sample.positions?.find(each => each.symbol === row.symbol)
        const line = exposure.lines?.find(each => each.symbol === row.symbol)
        const leg = legs.find(each => each.legs[0]?.position === row)
        expect([row.mark, row.size]).toEqual([position?.mark_price, position && signedSize(position)])
        if (row.product === 'option') expect(row.value).toBe(position && marketValue(position))
        else expect(row.value).toBe(row.product === undefined ? undefined : row.upnl)
        expect(row.product === undefined).toBe(row.greeks === undefined && row.ourUpnl === undefined)
        expect([saved?.mark_price, saved?.size, sizes.get(row.symbol)]).toEqual([row.mark, row.size, row.size])
        expect([line?.mark, line?.size, marks(row.symbol)]).toEqual([
          toNumber(row.mark),
          toNumber(row.size),
          toNumber(row.mark),
        ])
        expect([leg?.figures.mark, leg?.figures.size]).toEqual([row.mark, row.size])
        expect(saved?.quote ?? quoteOf(row.symbol)).toBe(row.quote)
      }
    }))

  it('delta of a base is that of its row in the tree and of an alert on it; the header is their sum in USD', () =>
    hold(account => {
      const { rows, exposure, alertOf } = derive(account)
      const tree = treeRows(arrangePositions(rows, []), rows, new Set())
      let usd = 0
      for (const group of exposure.net?.bases ?? []) {
        const shown = tree.find(row => row.kind === 'base' && row.legs.some(leg => leg.position.base === group.base))
        if (shown?.figures.greeks !== undefined) near(shown.figures.greeks.delta, group.sum.greeks.delta)
        if (shown !== undefined) expect(shown.coverage).toEqual({ priced: group.sum.priced, of: group.sum.of })
        const alert = alertOf({ kind: 'delta', subject: group.base })
        if (alert !== undefined) expect(Math.abs(toNumber(alert) - group.sum.greeks.delta)).toBeLessThanOrEqual(1e-6)
        expect(alert === undefined).toBe(group.sum.priced < group.sum.of)
        const underlying = exposure.underlyings.get(group.base)
        if (underlying !== undefined) usd += group.sum.greeks.delta * underlying.price
      }
      if (exposure.net?.deltaUsd !== undefined) near(exposure.net.deltaUsd, usd)
      const vega = alertOf({ kind: 'vega', subject: wholeAccount })
      if (vega !== undefined && exposure.net?.vegaPerVolPoint !== undefined) {
        expect(Math.abs(toNumber(vega) - exposure.net.vegaPerVolPoint)).toBeLessThanOrEqual(1e-6)
      }
    }))

  it('every alert is held against the same figure by a recorder, which reads answers, as by the page, and pauses where the page’s does', () => {
    const bases = ['BTC', 'ETH', 'SOL', 'XYZ', wholeAccount]
    const subjects: readonly Subject[] = [
      ...symbols
        .slice(0, 40)
        .flatMap(subject => [{ kind: 'price', subject } as const, { kind: 'iv', subject } as const]),
      ...bases.flatMap(subject => (['upnl', 'delta', 'vega', 'strike'] as const).map(kind => ({ kind, subject }))),
      ...definitions.flatMap(each => [
        { kind: 'equity', subject: each } as const,
        { kind: 'day', subject: daySubject(each, '00:00') } as const,
      ]),
      { kind: 'margin', subject: wholeAccount },
    ]
    hold(account => {
      const { index, positions, balances, quotes, sample, alertOf } = derive(account)
      const whole = <Data>(data: Data) => ({ data, gap: undefined })
      const away = valuesOf(
        figuresOfAnswers(new AccountModel(), {
          positions: whole(positions),
          balances: whole(balances),
          market: whole(quotes),
          index,
          samples: [{ ...sample, atMs: dayStart }],
          nowMs: startMs,
        }),
      )
      for (const subject of subjects) expect(away(subject), `${subject.kind} ${subject.subject}`).toBe(alertOf(subject))
    })
  })

  it('margin used is one figure in the bar, in the banner and in an alert, and available is that of the header', () =>
    hold(account => {
      const { totals, balances, positions, index, alertOf } = derive(account)
      const { use } = marginUse(totals)
      const banner = usedOfUsd(
        balances,
        positions.filter(each => !isZero(each.size)),
        index,
      )
      if (banner !== undefined && totals.marginAssets.length === 1) expect(use).toEqual(banner)
      const alert = alertOf({ kind: 'margin', subject: '' })
      expect(alert === undefined).toBe(use === undefined)
      if (alert !== undefined && use !== undefined && Number.isFinite(use.fraction)) {
        expect(Math.abs(toNumber(alert) - use.fraction * 100)).toBeLessThanOrEqual(0.005 + 1e-9 * use.fraction)
      }
      if (use !== undefined)
        expect([use.available, use.collateral]).toEqual([totals.available.value, totals.collateral.value])
    }))

  it('cash of the header is the sum of the balances below it', () =>
    hold(account => {
      const { totals, balances, indexes } = derive(account)
      const values = balanceRows(balances, indexes).flatMap(row => row.usdValue ?? [])
      // Balances without any value have no sum.
      const isUnvalued = totals.cash.leftOut.length > 0 && values.length === 0
      expect(totals.cash.value).toBe(isUnvalued ? undefined : sum(values))
    }))

  it('an explanation ends at the figure that it explains, and its parts add up to it', () =>
    hold(account => {
      const { portfolio, totals } = derive(account)
      const day = { change: undefined, jumps: [] }
      for (const equity of definitions) {
        const explained = (id: FigureId) =>
          explainFigure(id, { portfolio, equity, dayStart: '00:00', day, realised: undefined })
        expect(explained('equity').value).toBe(totals.equity[equity].value)
        const { value } = explained('equity')
        if (value !== undefined)
          expect(eq(sum(explained('equity').inputs.flatMap(input => input.value ?? [])), value)).toBe(true)
        expect(explained('upnl').value).toBe(totals.upnl.value)
        expect(eq(sum(explained('upnl').inputs.flatMap(input => input.value ?? [])), totals.upnl.value ?? zero)).toBe(
          true,
        )
        for (const id of ['cash', 'reserved', 'available', 'coins'] as const) {
          expect(explained(id).value).toBe(totals[id].value)
          if (totals[id].value !== undefined)
            expect(sum(explained(id).inputs.flatMap(input => input.value ?? []))).toBe(totals[id].value)
        }
      }
    }))
})

const anyFill = fc.record({
  symbol: fc.constantFrom('BTC-USD-PERPETUAL', 'BTC-20261225-100000C', 'ETH-20261225-4000C'),
  minute: fc.integer({ min: 1, max: 5_000 }),
  quantity: fc.integer({ min: 1, max: 50 }).map(value => dec(String(value / 10))),
  price: price,
  side: fc.constantFrom('buy', 'sell'),
  order: fc.constantFrom('a', 'b', 'c', 'd'),
})

const fillOf = (each: typeof anyFill extends fc.Arbitrary<infer Value> ? Value : never, index: number) =>
  ({
    ...each,
    id: String(index),
    trade: String(index),
    atMs: startMs + each.minute * minuteMs,
    isAllotted: false,
  }) as unknown as Fill

it('what was realised is one figure in the header, the chart, the journal’s days and its results; and by reference for anyone who asks', () =>
  fc.assert(
    fc.property(fc.array(anyFill, { maxLength: 30 }), all => {
      const model = new RealisedModel()
      const fills = all.map(fillOf)
      const seen = { fills, orders: new Map(), unread: [], markAt: () => undefined }
      const nowMs = startMs + 6_000 * minuteMs
      const asked = [seen, undefined, [], undefined, undefined, () => nowMs] as const
      const realised = model.realised(model.inputs(...asked))
      expect(model.realised(model.inputs(...asked))).toBe(realised)
      const ofLines = sum(realised.lines.map(line => add(line.realised, line.funding)))
      expect(ofLines).toBe(realised.total)
      expect(sum([...realisedByDay(realised.closings).values()].map(day => day.total))).toBe(realised.total)
      const atEnd = { atMs: nowMs, equity: { optionUpnl: zero, futuresUpnl: zero } } as never
      near(pnlValues([atEnd], realised.closings).realised[0] ?? Number.NaN, toNumber(realised.total))
      for (const grouping of ['structure', 'tag', 'weekday', 'held'] as const) {
        const rows = resultRows(new Map(), realised.closings, new Map(), grouping)
        expect(sum(rows.map(row => row.realised))).toBe(realised.total)
      }
      const shown = explainFigure('realised', {
        portfolio: derive({
          positions: [],
          cash: [],
          indexes: { spot: null, perpetual: null },
          quoted: false,
          quoteOfDated: 'USD',
        }).portfolio,
        equity: 'value',
        dayStart: '00:00',
        day: { change: undefined, jumps: [] },
        realised,
      })
      expect(shown.value).toBe(realised.total)
      expect(sum(shown.inputs.flatMap(input => input.value ?? []))).toBe(realised.total)
    }),
    { numRuns: 60 },
  ))

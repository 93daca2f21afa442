import { describe, expect, it } from 'vitest'
import { netZeroRow, positionRows } from '../../../../core/account/position-rows.ts'
import { add, dec, type Decimal, eq, sum } from '../../../../core/domain/decimal.ts'
import { tradeBook } from '../../../../core/domain/trades/trade-book.ts'
import type { ExecutedPackage } from '../../../../core/domain/fill.ts'
import { heldPosition as position } from '../../../../testing/held-position.ts'
import { areHeld, sizesOfLegs } from '../rows/picked.ts'
import type { PositionsRow } from '../rows/positions-row.ts'
import { arrangeTrades } from './trade-nodes.ts'
import { tradeTreeRows } from './trade-tree.ts'
import { proofSums } from './use-trade-rows.ts'
import { executedPackage, openingLot as opening } from '../../../../testing/executed-package.ts'

const c = (strike: number) => `BTC-20261225-${strike}C`
const p = (strike: number) => `BTC-20261225-${strike}P`
const nowMs = Date.UTC(2026, 10, 22)
const condor = executedPackage(
  'condor',
  nowMs - 86_400_000,
  '1',
  { [p(80)]: [1, '5'], [p(90)]: [-1, '12'], [c(110)]: [-1, '20'], [c(120)]: [1, '9'] },
  '1',
)
/** The venue's net positions: the condor's short put cancels the long one, its short call offsets one of ten. */
const positions = [
  position(p(80), '1', '5', '6'),
  position(c(110), '9', '18', '19'),
  position(c(120), '1', '9', '8'),
  position('ETH-20261225-4000C', '2', '100', '120'),
]
const held = new Map(positions.map(each => [each.symbol, each.size]))
const seen = {
  ...tradeBook({
    executions: [condor],
    openings: [opening(c(110), '10', '18'), opening(p(90), '1', '11')],
    held,
    nowMs,
  }),
  sinceMs: 0,
}
const rows = positionRows(positions, () => undefined)
const nothing = netZeroRow(p(90), undefined, dec('10'), nowMs, undefined)
const marked = new Map([...rows, nothing].map(row => [row.symbol, { row, hasMark: true }]))
const read = (isWhole = true, accepts: (symbol: string) => boolean = () => true, given = marked): PositionsRow[] =>
  tradeTreeRows(arrangeTrades(seen, accepts), symbol => given.get(symbol), new Set(), isWhole)
const lines = (some: readonly PositionsRow[]) =>
  some.map(row => `${'  '.repeat(row.depth)}${row.label} ${row.figures.size ?? ''}`.trimEnd())
const condorRow = (some: readonly PositionsRow[]): PositionsRow | undefined =>
  some.find(row => row.kind === 'structure')

describe('trades as rows', () => {
  it('stand by base: trades, what was held before, and what is not by this app', () => {
    expect(lines(read())).toEqual([
      'BTC',
      '  Iron condor 1',
      '    BTC 25DEC26 80 P 1',
      '    BTC 25DEC26 90 P -1',
      '    BTC 25DEC26 110 C -1',
      '    BTC 25DEC26 120 C 1',
      '  Opened before recording',
      '    BTC 25DEC26 90 P 1',
      '    BTC 25DEC26 110 C 10',
      'ETH',
      '  Not by this app',
      '    ETH 25DEC26 4000 C 2',
    ])
    expect(proofSums(seen)).toMatchObject({ positions: 4, explained: 3, netted: 1, trades: 1, before: 2 })
  })

  describe('of which the lowest put was closed', () => {
    const rowsAfter = (quantity: Decimal) => {
      const closing: ExecutedPackage = {
        ...condor,
        order: 'closing',
        trade: '2',
        atMs: condor.atMs + 1_000,
        quantity,
        legs: [{ symbol: p(80), ratio: -1, price: dec('4'), isEstimated: false }],
      }
      const book = tradeBook({ executions: [condor, closing], openings: [], nowMs })
      return arrangeTrades(book, () => true)[0]?.children.flatMap(node => ('label' in node ? [node] : []))
    }

    it('keep the name of what was opened, and say which leg is gone', () => {
      expect(rowsAfter(condor.quantity)?.map(({ label, note }) => [label, note])).toEqual([
        ['Iron condor', '90 P 110/120 C · without 80 P'],
      ])
    })

    it('in part, keep that name, without a size in packages that no longer exist', () => {
      expect(rowsAfter(dec('0.54'))?.map(({ label, note, pack }) => [label, note, pack])).toEqual([
        ['Iron condor', '80/90 P 110/120 C · 80 P closed in part', undefined],
      ])
    })
  })

  it('begin with BTC and ETH, as every list of underlyings does', () => {
    const proof = ['SOL', 'ETH', 'BTC', 'AVAX'].map(base => ({
      symbol: `${base}-USD-PERPETUAL`,
      traded: dec('0'),
      before: dec('0'),
      held: dec('1'),
      unexplained: dec('1'),
    }))
    expect(arrangeTrades({ open: [], proof }, () => true).map(group => group.label)).toEqual([
      'BTC',
      'ETH',
      'AVAX',
      'SOL',
    ])
  })

  it('a package shows what it was opened at, what it is worth, and how much of its most that is', () => {
    const row = condorRow(read())
    // Sold for a credit of 18, now 19 + 10 − 8 − 6 = 15 to buy back; the maximum profit is the credit.
    expect(row?.figures).toMatchObject({ entry: '-18', mark: '-15', upnl: '3' })
    expect(row?.trade).toMatchObject({ realised: '0', pnl: '3', openedMs: condor.atMs })
    expect(row?.trade?.ofMost).toBeCloseTo(3 / 18, 9)
  })

  it('figures of a base are those of its rows, and of all rows those of the positions', () => {
    const [btc] = read()
    const legs = read().filter(row => row.kind === 'leg' && row.label.startsWith('BTC'))
    expect(btc?.figures.upnl).toBe(sum(legs.map(row => row.figures.upnl ?? dec('0'))))
    // Netting realised 1 × (20 − 18) and 1 × (12 − 11) at the venue; including that the results agree.
    const venue = sum(positions.filter(each => each.symbol.startsWith('BTC')).map(each => each.upnl))
    expect(eq(btc?.trade?.pnl ?? dec('0'), add(venue, dec('3')))).toBe(true)
  })

  it('a trade of unknown cost has no result, nor has a sum over it', () => {
    const eth = read().filter(row => row.label.includes('ETH') || row.label === 'Not by this app')
    expect(eth.map(row => [row.figures.upnl, row.trade?.pnl, row.figures.entry])).toEqual(
      Array.from({ length: 3 }, () => [undefined, undefined, undefined]),
    )
    expect(read(false)[0]?.trade?.pnl).toBeUndefined()
    expect(condorRow(read(false))?.trade?.pnl).toBe('3')
  })

  it('a leg without a price leaves its trade without one', () => {
    const given = new Map(marked).set(p(90), { row: nothing, hasMark: false })
    expect(condorRow(read(true, undefined, given))).toMatchObject({
      figures: { upnl: undefined, mark: undefined },
      trade: { pnl: undefined },
    })
  })

  it('a filter shows a trade whole, or not', () => {
    expect(lines(read(true, symbol => symbol === c(120)))).toHaveLength(6)
    expect(lines(read(true, symbol => symbol.startsWith('ETH')))).toEqual([
      'ETH',
      '  Not by this app',
      '    ETH 25DEC26 4000 C 2',
    ])
  })

  it('legs that the venue nets are no parts of its positions: they are neither closed in place nor picked for the risk beside them', () => {
    const row = condorRow(read())
    const before = read().find(each => each.label === 'Opened before recording')
    expect([areHeld(row?.legs ?? []), sizesOfLegs(row?.legs ?? [])]).toEqual([false, undefined])
    expect(areHeld([...(row?.legs ?? []), ...(before?.legs ?? [])])).toBe(true)
  })

  it('a rolled trade opens into its life: as what it was opened, each roll, what it had realised by then, and its legs now', () => {
    const later = 'BTC-20270326-120C'
    const executions = [
      executedPackage('in', nowMs - 3_000, '2', { [c(110)]: [-1, '20'] }),
      executedPackage('up', nowMs - 2_000, '2', { [c(110)]: [1, '23'], [c(120)]: [-1, '15'] }),
      executedPackage('out', nowMs - 1_000, '2', { [c(120)]: [1, '9'], [later]: [-1, '30'] }),
    ]
    const { open } = tradeBook({ executions, held: new Map([[later, dec('-2')]]), nowMs })
    const row = netZeroRow(later, undefined, dec('31'), nowMs, undefined)
    const nodes = arrangeTrades({ open, proof: [] }, () => true)
    const shown = (closed: readonly string[]) =>
      tradeTreeRows(nodes, () => ({ row, hasMark: true }), new Set(closed), true)
    expect(
      shown([]).map(each => [
        each.kind,
        each.label,
        each.note,
        each.figures.size,
        each.figures.entry,
        each.trade?.realised,
        each.trade?.pnl,
      ]),
    ).toEqual([
      ['base', 'BTC', '1 trade', undefined, undefined, '6', '4'],
      ['structure', 'BTC 26MAR27 120 C', 'rolled 2 times', '-2', '30', '6', '4'],
      ['step', 'Opened', '25DEC26 110 C', '-2', '20', '0', '0'],
      ['step', 'Rolled to', '25DEC26 120 C', '-2', '15', '-6', '-6'],
      ['step', 'Rolled to', '26MAR27 120 C', '-2', '30', '12', '6'],
      ['leg', 'BTC 26MAR27 120 C', 'now', '-2', '30', undefined, undefined],
    ])
    // Earlier forms of a trade are not held, so they cannot be ticked or closed.
    expect(shown([]).flatMap(each => (each.kind === 'step' ? each.legs : []))).toEqual([])
    expect(shown(['trade in'])).toHaveLength(2)
  })
})

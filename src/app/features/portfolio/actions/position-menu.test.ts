import { describe, expect, it } from 'vitest'
import { positionRows } from '../../../../core/account/position-rows.ts'
import type { Position } from '../../../../core/domain/account.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import type { AlertSubject } from '../../../links/alerts-link.ts'
import { heldPosition } from '../../../../testing/held-position.ts'
import { call, lookup } from '../../../../testing/universe.fixture.ts'
import { arrangePositions } from '../positions/position-nodes.ts'
import { treeRows } from '../positions/positions-tree.ts'
import { positionsMenu } from './position-menu.ts'

const position = (symbol: string, size: string): Position => heldPosition(symbol, size, '1', '2', { upnl: dec('0') })
const rowsOf = (...held: Position[]) => {
  const rows = positionRows(held, lookup.bySymbol)
  return treeRows(arrangePositions(rows, []), rows, new Set())
}
const done: unknown[] = []
const unasked = (): void => void done.push('unasked')
const drafts = {
  close: (legs: readonly unknown[]) => void done.push(['close', legs.length]),
  roll: (legs: readonly unknown[]) => void done.push(['roll', legs.length]),
  hedge: (legs: readonly unknown[], name: string) => void done.push(['hedge', legs.length, name]),
  add: (legs: readonly unknown[]) => void done.push(['add', legs.length]),
  dismiss: unasked,
  open: unasked,
  openClosing: unasked,
  openClosingInBuilder: unasked,
}
const menu = (row: ReturnType<typeof rowsOf>[number] | undefined, isWhole = true) => {
  if (row === undefined) throw new Error('a row')
  return positionsMenu(row, drafts, (what: AlertSubject) => void done.push(what), isWhole)
}
const enabled = (items: ReturnType<typeof menu>): string[] =>
  items.filter(item => item.enabled !== false).map(item => item.id)

describe('the menu of a position', () => {
  const option = position(call(100), '5')
  const perpetual = position('BTC-USD-PERPETUAL', '-1')

  it('offers to roll only what expires', () => {
    const rows = rowsOf(option, perpetual)
    const [flat, dated] = ['BTC PERP', 'BTC 25DEC26 100000 C'].map(label => rows.find(row => row.label === label))
    expect(enabled(menu(flat))).not.toContain('roll')
    expect(enabled(menu(dated))).toEqual([
      'close',
      'roll',
      'hedge',
      'add',
      'watch-price',
      'watch-most',
      'watch-loss',
      'watch-left',
      'watch-upnl',
      'watch-delta',
    ])
  })

  it('trades nothing that the venue does not list, and closes no group with such a leg in it', () => {
    const rows = rowsOf(option, position('BTC-20261225-777777C', '1'))
    const unlisted = rows.find(row => row.label.includes('777777'))
    expect(enabled(menu(unlisted))).toEqual([
      'hedge',
      'watch-price',
      'watch-most',
      'watch-loss',
      'watch-left',
      'watch-upnl',
      'watch-delta',
    ])
    expect(enabled(menu(rows[0]))).not.toContain('close')
  })

  it('closes and hedges no base while positions may be missing, but still one leg', () => {
    const rows = rowsOf(option, perpetual)
    expect(enabled(menu(rows[0], false))).toEqual(['watch-upnl', 'watch-delta'])
    expect(
      enabled(
        menu(
          rows.find(row => row.kind === 'leg'),
          false,
        ),
      ),
    ).toContain('close')
  })

  it('acts on every leg of the row, and watches the price of one instrument alone', () => {
    const rows = rowsOf(option, perpetual)
    done.length = 0
    for (const item of menu(rows[0])) item.run()
    expect(done).toEqual([
      ['close', 2],
      ['roll', 2],
      ['hedge', 2, 'BTC'],
      ['add', 2],
      { kind: 'upnl', subject: 'BTC' },
      { kind: 'delta', subject: 'BTC' },
    ])
  })
})

// @vitest-environment node
import { describe, expect, it } from 'vitest'
import {
  focusLost,
  inputsMissing,
  notLive,
  noticesWrong,
  numberOf,
  sumsBroken,
  unarmed,
  unresolved,
} from './checkers.ts'
import type { PageState, PositionLine, Press } from './page-state.ts'
import { unread, whole } from './recorded.fixture.ts'

const withFigure = (state: PageState, id: string, value: string, hint?: string): PageState => ({
  ...state,
  header: state.header.map(each => (each.id === id ? { ...each, value, hint: hint ?? each.hint } : each)),
})
const withLines = (state: PageState, change: (line: PositionLine) => PositionLine | undefined): PageState => ({
  ...state,
  positions: state.positions && {
    ...state.positions,
    lines: state.positions.lines.flatMap(line => change(line) ?? []),
  },
})
const withCell = (state: PageState, id: string, column: string, text: string): PageState =>
  withLines(state, line => (line.id.startsWith(id) ? { ...line, cells: { ...line.cells, [column]: text } } : line))

const finds = <State>(rule: (state: State) => readonly string[], planted: Readonly<Record<string, State>>): void => {
  it.each(Object.entries(planted))('finds %s', (_, state) => expect(rule(state)).not.toEqual([]))
}

it('a figure is parsed as the screens format it; a dash or a hidden amount is missing', () => {
  expect(['−1,234.50', '+3', '0.00', '–', '•••', '', '12 of'].map(numberOf)).toEqual([
    -1234.5,
    3,
    0,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('header = sum of its rows holds as recorded, and asks nothing where a filter leaves rows out', () => {
  expect([whole, unread].flatMap(sumsBroken)).toEqual([])
  const filtered = withFigure(
    { ...whole, positions: whole.positions && { ...whole.positions, isWhole: false } },
    'total-upnl',
    '+1.00',
  )
  expect(sumsBroken(filtered)).toEqual([])
})
finds(sumsBroken, {
  'a total that is off by a dime': withFigure(whole, 'total-upnl', '−69.32'),
  'a total with the wrong sign': withFigure(whole, 'total-upnl', '+69.42'),
  'a total of zero': withFigure(whole, 'total-upnl', '0.00'),
  'a base that is missing': withLines(whole, line => (line.id === 'base ETH' ? undefined : line)),
  'a row that is counted twice': withCell(whole, 'base BTC', 'upnl', '−64.19'),
  'a leaf that changed under its group': withCell(whole, 'BTC-20261225-135000C', 'upnl', '+7.30'),
  'vega of another moment': withFigure(whole, 'net-vega', '+320'),
  'theta of another sign': withFigure(whole, 'net-theta', '+271'),
})

it('no figure without its inputs holds as recorded, also where nothing could be read', () =>
  expect([whole, unread].flatMap(inputsMissing)).toEqual([]))
finds(inputsMissing, {
  'a total of positions that could not be read': withFigure(unread, 'total-upnl', '−69.42'),
  'zero where nothing is known': withFigure(unread, 'total-equity', '0.00'),
  'a total while positions are still on the way': {
    ...whole,
    positions: whole.positions && { ...whole.positions, panelState: 'loading' },
  },
  'uPnL of a row without a mark': withCell(whole, 'BTC-USD-PERPETUAL', 'mark', '–'),
  'a group that adds up what is missing': withCell(whole, 'BTC-20261225-135000C', 'upnl', '–'),
  'NaN on the page': { ...whole, oddTexts: ['NaN'] },
})

const press: Press = { how: 'enter', gesture: 'hold', label: 'Send', atMs: 10_000, stoodMs: 900 }
const post = { method: 'POST', asks: '{"client_order_id":"a"}', atMs: 10_420 }
const cancel = { method: 'DELETE', asks: '?order_id=77', atMs: 10_420 }
const by = (presses: readonly Press[], ended: readonly string[] = []) => ({ ...whole, presses, ended })
it('nothing leaves without arming holds for a key that was held, a click, a tap where that is enough, and the cancel of a filled RFQ', () => {
  expect(unarmed([post], by([press]))).toEqual([])
  expect(unarmed([{ ...post, atMs: 10_010 }], by([{ ...press, how: 'click' }]))).toEqual([])
  expect(unarmed([{ ...post, atMs: 10_010 }], by([{ ...press, gesture: 'tap' }]))).toEqual([])
  expect(unarmed([cancel], by([], ['77']))).toEqual([])
})
finds(
  ({
    sent,
    presses,
    ended,
  }: {
    sent: readonly (typeof post)[]
    presses: readonly Press[]
    ended?: readonly string[]
  }) => unarmed(sent, by(presses, ended)),
  {
    'an order without a press': { sent: [post], presses: [] },
    'an order before the press': { sent: [{ ...post, atMs: 9_000 }], presses: [press] },
    'a key that was only tapped': { sent: [{ ...post, atMs: 10_100 }], presses: [press] },
    'a press on a button that had just come up': { sent: [post], presses: [{ ...press, stoodMs: 100 }] },
    'two orders of one press': { sent: [post, { ...post, atMs: 10_430 }], presses: [press] },
    'an order long after the press': { sent: [{ ...post, atMs: 60_000 }], presses: [press] },
    'the cancel of an order that nobody cancelled': { sent: [cancel], presses: [], ended: ['78'] },
  },
)

const on = (what: string) => ({ isNowhere: false, isInBrowser: false, what })
const nowhere = { isNowhere: true, isInBrowser: false, what: 'body' }
const inBrowser = { ...nowhere, isInBrowser: true }
it('the focus is never lost holds where it stays or moves, where it was nowhere or in the browser’s own bar, and where the mouse or a load took it', () => {
  expect(focusLost(on('a'), 'keys', on('b'))).toEqual([])
  expect(focusLost(nowhere, 'keys', nowhere)).toEqual([])
  expect([...focusLost(inBrowser, 'keys', nowhere), ...focusLost(on('a'), 'keys', inBrowser)]).toEqual([])
  expect([...focusLost(on('a'), 'mouse', nowhere), ...focusLost(on('a'), 'load', nowhere)]).toEqual([])
})
finds(([what, hand]: readonly [string, 'keys' | 'none']) => focusLost(on(what), hand, nowhere), {
  'a panel of the screen before': ['section Positions', 'keys'],
  'a dialog closed over nothing': ['button Back', 'keys'],
  'a row that ended by itself': ['row RFQ', 'none'],
  'a field that was put away by Escape': ['input Size', 'keys'],
  'a button that was disabled under the key': ['button Cancel', 'keys'],
})

const stored = (...kinds: readonly string[]) => kinds.map((kind, at) => ({ id: `o${at}`, kind }))
it('every unknown is resolved or says so holds where all is settled, and where the foot counts what is not', () => {
  expect(unresolved(stored('accepted', 'rejected', 'dead'), whole)).toEqual([])
  expect(unresolved(stored('accepted', 'unknown', 'unseen'), { unconfirmed: 2 })).toEqual([])
})
finds(([kinds, unconfirmed]: readonly [readonly string[], number]) => unresolved(stored(...kinds), { unconfirmed }), {
  'an unknown order that nothing speaks of': [['unknown'], 0],
  'an unseen order that nothing speaks of': [['unseen', 'accepted'], 0],
  'an order that is on its way for ever': [['sending'], 1],
  'an order that is being stored for ever': [['storing'], 1],
  'a count that leaves one out': [['unknown', 'unseen'], 1],
  'a count of what is settled': [['accepted'], 1],
})

const fill = { orderId: '7', executions: 1, wasWatched: true }
it('every fill is one notice holds for one notice, for several fills of an order, and for a fill that nobody watched', () => {
  expect(noticesWrong([fill], { fillNotices: ['Order 7.'] })).toEqual([])
  expect(noticesWrong([{ ...fill, executions: 2 }], { fillNotices: ['Order 7.', 'Order 7.'] })).toEqual([])
  expect(noticesWrong([{ ...fill, wasWatched: false }], { fillNotices: [] })).toEqual([])
})
finds(
  ([watched, ...fillNotices]: readonly [boolean, ...string[]]) =>
    noticesWrong([{ ...fill, wasWatched: watched }], { fillNotices }),
  {
    'a fill without a notice': [true],
    'a fill noticed twice': [true, 'Order 7.', 'Order 7.'],
    'a fill noticed twice over two loads of the page': [false, 'Order 7.', 'Order 7.'],
    'the notice of another order': [true, 'Order 77.'],
    'a notice without its order': [true, 'Order .'],
  },
)

describe('the page is live once nothing is wrong', () => {
  it('holds for live, signed out and asleep', () => {
    expect([undefined, 'live', 'signed_out', 'sleeping'].flatMap(light => notLive({ light }))).toEqual([])
  })
  it.each(['delayed', 'data', 'failing', '', 'unknown'])('finds the light at "%s"', light =>
    expect(notLive({ light })).not.toEqual([]),
  )
})

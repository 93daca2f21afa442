/** Rules of a walk over the page's state. Pure; each returns descriptions of violations. */
import type { Focus, PageState, PositionLine, Press } from './page-state.ts'

export function numberOf(text: string): number | undefined {
  const plain = text.replaceAll(',', '').replace('−', '-').replace('+', '').trim()
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

const placesOf = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0

const slackOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + 0.5 * 10 ** -placesOf(text), 1e-6)

function sumFault(name: string, whole: string, parts: readonly string[]): string | undefined {
  const [total, numbers] = [numberOf(whole), parts.map(numberOf)]
  if (total === undefined || numbers.some(each => each === undefined)) return undefined
  const sum = numbers.reduce<number>((so, each) => so + (each ?? 0), 0)
  return Math.abs(sum - total) <= slackOf([whole, ...parts])
    ? undefined
    : `${name} is ${whole}, and its ${parts.length} rows add up to ${sum}`
}

const found = (faults: readonly (string | undefined)[]): string[] => faults.flatMap(each => each ?? [])

const summed = { 'total-upnl': 'upnl', 'net-vega': 'vega', 'net-theta': 'theta' } as const

function childrenOf(lines: readonly PositionLine[], at: number): PositionLine[] {
  const level = lines[at]?.level ?? 0
  const end = lines.findIndex((line, index) => index > at && line.level <= level)
  return lines.slice(at + 1, end === -1 ? undefined : end).filter(line => line.level === level + 1)
}

const cellsOf = (lines: readonly PositionLine[], column: string): string[] =>
  lines.map(line => line.cells[column] ?? '')

/** Always: a header figure is the sum of its rows, and a group the sum of its children. */
export function sumsBroken({ header, positions }: Pick<PageState, 'header' | 'positions'>): string[] {
  if (positions?.isWhole !== true) return []
  const { lines } = positions
  const top = lines.filter(line => line.level === 1)
  const totals = Object.entries(summed).map(([id, column]) => {
    const figure = header.find(each => each.id === id)
    return figure === undefined || figure.hint.includes('without')
      ? undefined
      : sumFault(id, figure.value, cellsOf(top, column))
  })
  const groups = lines.flatMap((line, at) => {
    const under = childrenOf(lines, at)
    if (line.isLeaf || !line.isOpen || under.length === 0) return []
    return ['upnl', 'vega', 'theta'].map(column =>
      sumFault(`${line.id}, ${column},`, line.cells[column] ?? '', cellsOf(under, column)),
    )
  })
  return found([...totals, ...groups])
}

const withRows: ReadonlySet<string> = new Set(['ready', 'stale', 'empty'])

/** Always: no figure with missing inputs, and no text like NaN or undefined. */
export function inputsMissing({
  header,
  positions,
  oddTexts,
}: Pick<PageState, 'header' | 'positions' | 'oddTexts'>): string[] {
  const figures = header.map(({ id, value, hint }) => {
    if (numberOf(value) === undefined) return undefined
    if (/could not be read|not known/.test(hint)) return `${id} is ${value}, though ${hint}`
    const needsRows = id === 'total-upnl' && positions !== undefined && !withRows.has(positions.panelState)
    return needsRows ? `${id} is ${value}, while positions are ${positions.panelState}` : undefined
  })
  const lines = positions?.lines ?? []
  const rows = lines.map(({ id, isLeaf, cells }) => {
    const isWithout = isLeaf && numberOf(cells['size'] ?? '') !== undefined && cells['mark'] === '–'
    return isWithout && numberOf(cells['upnl'] ?? '') !== undefined
      ? `${id} has uPnL ${cells['upnl']} without a mark`
      : undefined
  })
  const groups = lines.map((line, at) => {
    if (line.isLeaf || !line.isOpen || numberOf(line.cells['upnl'] ?? '') === undefined) return undefined
    const without = childrenOf(lines, at).find(each => each.cells['upnl'] === '–')
    return without === undefined ? undefined : `${line.id} has uPnL ${line.cells['upnl']}, and ${without.id} has none`
  })
  return found([...figures, ...rows, ...groups, ...oddTexts.map(text => `the page reads "${text}"`)])
}

export interface Sent {
  readonly method: string
  readonly asks: string
  readonly atMs: number
}

const restMs = 400
const holdMs = 400
const slackMs = 30
/** Longest time from a press until the order is stored and sent on a busy machine. */
const longestMs = 15_000

function isMeant(press: Press, sent: Sent): boolean {
  const sinceMs = sent.atMs - press.atMs
  if (sinceMs < -slackMs || sinceMs > longestMs || press.stoodMs < restMs - slackMs) return false
  return press.how === 'click' || press.gesture === 'tap' || sinceMs >= holdMs - slackMs
}

export function unarmed(all: readonly Sent[], { presses, ended }: Pick<PageState, 'presses' | 'ended'>): string[] {
  const used = new Set<Press>()
  return all.flatMap(sent => {
    const press = presses.find(each => isMeant(each, sent) && (sent.method !== 'POST' || !used.has(each)))
    if (press !== undefined) {
      if (sent.method === 'POST') used.add(press)
      return []
    }
    if (sent.method === 'DELETE' && ended.some(id => sent.asks.includes(id))) return []
    return [`${sent.method} ${sent.asks} left without a press that was armed`]
  })
}

/** How a step may move the focus: a mouse press and a page load may move it anywhere. */
export type Hand = 'keys' | 'mouse' | 'load' | 'none'

export function focusLost(before: Focus, hand: Hand, after: Focus): string[] {
  const isLost = !before.isNowhere && after.isNowhere && !after.isInBrowser
  if (hand === 'mouse' || hand === 'load' || !isLost) return []
  return [`the focus was on ${before.what}, and is nowhere`]
}

export interface StoredIntent {
  readonly id: string
  readonly kind: string
}

const open: ReadonlySet<string> = new Set(['storing', 'sending', 'unknown', 'unseen'])

/** Eventually: an order is settled or counted as unconfirmed in the footer; none stays in flight. */
export function unresolved(
  intents: readonly StoredIntent[],
  { unconfirmed }: Pick<PageState, 'unconfirmed'>,
): string[] {
  const left = intents.filter(({ kind }) => open.has(kind))
  const onTheWay = left
    .filter(({ kind }) => kind === 'storing' || kind === 'sending')
    .map(({ id, kind }) => `order ${id} is still ${kind}`)
  return left.length === unconfirmed
    ? onTheWay
    : [...onTheWay, `${left.length} orders are open, and the page says ${unconfirmed}`]
}

export interface OutsideFill {
  readonly orderId: string
  readonly executions: number
  /** The page was live, without faults, since before the fill. */
  readonly wasWatched: boolean
}

/** Eventually: a watched fill has one notice; no fill ever has two. */
export function noticesWrong(fills: readonly OutsideFill[], { fillNotices }: Pick<PageState, 'fillNotices'>): string[] {
  return fills.flatMap(({ orderId, executions, wasWatched }) => {
    const count = fillNotices.filter(each => each === `Order ${orderId}.`).length
    if (count > executions) return [`order ${orderId} filled ${executions} times, and ${count} notices say so`]
    return wasWatched && count === 0 ? [`order ${orderId} filled, and no notice says so`] : []
  })
}

/** Signed out and asleep are states that recovery does not end. */
const quiet: ReadonlySet<string> = new Set(['live', 'signed_out', 'sleeping'])

export const notLive = ({ light }: Pick<PageState, 'light'>): string[] =>
  light === undefined || quiet.has(light) ? [] : [`the connection is ${light}`]

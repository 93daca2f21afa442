/**
 * Trades as rows of the positions table. The structure comes from trades (`trade-nodes.ts`); each poll fills in values.
 * A leg's figures are of its trade's own lot at the venue's present mark.
 */
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { add, type Decimal, sum, toNumber } from '../../../../core/domain/decimal.ts'
import { mostProfit } from '../../../../core/pricing/package-legs.ts'
import { enteredLegs } from '../rows/break-evens.ts'
import {
  figuresOfLot,
  groupFigures,
  type GroupPart,
  type PositionsLeg,
  type PositionsRow,
  type TradeFigures,
  unknownGroup,
} from '../rows/positions-row.ts'
import { isTradeGroup, type TradeGroupNode, type TradeLegNode, type TradeNode } from './trade-nodes.ts'

interface RowTree extends GroupPart {
  readonly row: PositionsRow
  readonly children: readonly RowTree[]
  /** Shown before the children, excluded from sums. */
  readonly steps?: readonly PositionsRow[] | undefined
}

export interface MarkedRow {
  readonly row: PositionRow
  readonly hasMark: boolean
}

/**
 * Visible rows, parents before children, without children of `closed` groups. Bases have no subtotals unless `isWhole`.
 */
export function tradeTreeRows(
  nodes: readonly TradeGroupNode[],
  find: (symbol: string) => MarkedRow | undefined,
  closed: ReadonlySet<string>,
  isWhole: boolean,
): PositionsRow[] {
  const fill = (node: TradeNode): RowTree[] => {
    const filled = isTradeGroup(node)
      ? fillGroup(node, node.children.flatMap(fill), !closed.has(node.id), isWhole || node.kind === 'structure')
      : fillLeg(node, find(node.symbol))
    return filled === undefined ? [] : [filled]
  }
  const shown: PositionsRow[] = []
  const show = ({ row, children, steps = [] }: RowTree): void => {
    shown.push(row)
    if (row.isOpen !== true) return
    shown.push(...steps)
    for (const child of children) show(child)
  }
  for (const filled of nodes.flatMap(fill)) show(filled)
  return shown
}

function fillLeg(node: TradeLegNode, marked: MarkedRow | undefined): RowTree | undefined {
  if (marked === undefined) return undefined
  const { row: position, hasMark } = marked
  const { size, lot } = node
  const mark = hasMark ? position.mark : undefined
  const figures = figuresOfLot({ position, mark, size, cost: lot?.cost })
  const coverage = { priced: figures.greeks === undefined ? 0 : 1, of: 1 }
  const legs: readonly PositionsLeg[] = [{ id: node.id, position, size, isWhole: false, entry: figures.entry }]
  const row: PositionsRow = {
    id: node.id,
    kind: 'leg',
    depth: node.depth,
    label: position.name,
    note: node.note,
    tip: node.tip,
    isOpen: undefined,
    legs,
    figures,
    coverage,
    trade: node.trade === undefined ? undefined : tradeFigures(node.trade, figures.upnl, legs),
  }
  const entryValue = lot === undefined ? 0 : Math.abs(toNumber(lot.cost))
  return { row, children: [], base: position.base, entryValue, figures, coverage }
}

function tradeFigures(
  { id, openedMs, realised, funding, unsettled }: NonNullable<TradeLegNode['trade']>,
  upnl: Decimal | undefined,
  legs: readonly PositionsLeg[],
): TradeFigures {
  const own = unsettled.length > 0 ? undefined : add(realised, funding)
  const entered = enteredLegs(legs)
  const most = entered === undefined ? undefined : mostProfit(entered)
  return {
    id,
    openedMs,
    realised: own,
    pnl: own === undefined || upnl === undefined ? undefined : add(own, upnl),
    ofMost: most === undefined || upnl === undefined ? undefined : toNumber(upnl) / most,
  }
}

const sumOf = (children: readonly RowTree[], read: (row: PositionsRow) => Decimal | undefined): Decimal | undefined => {
  const values = children.flatMap(child => read(child.row) ?? [])
  return values.length === children.length ? sum(values) : undefined
}

function fillGroup(
  node: TradeGroupNode,
  children: readonly RowTree[],
  isOpen: boolean,
  isWhole: boolean,
): RowTree | undefined {
  if (children.length === 0) return undefined
  const { id, kind, depth, label, note, tip, base, pack, trade } = node
  const { figures, coverage, entryValue } = isWhole ? groupFigures(children, pack) : unknownGroup(children)
  const legs = children.flatMap(child => child.row.legs)
  const row: PositionsRow = {
    id,
    kind,
    depth,
    label,
    note,
    tip,
    isOpen,
    figures,
    coverage,
    legs,
    trade:
      trade !== undefined
        ? tradeFigures(trade, figures.upnl, legs)
        : {
            openedMs: undefined,
            realised: isWhole ? sumOf(children, each => each.trade?.realised) : undefined,
            pnl: isWhole ? sumOf(children, each => each.trade?.pnl) : undefined,
            ofMost: undefined,
          },
  }
  return { row, children, steps: node.steps, base, entryValue, figures, coverage }
}

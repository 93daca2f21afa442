/**
 * Positions as rows: a tree of base, expiry, structure and leg, or flat. The structure comes from sizes and trades
 * (`position-nodes.ts`); each poll fills in values.
 */
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { type PositionTree, type GroupNode, type LegNode, type PositionNode, isGroup } from './position-nodes.ts'
import {
  type Figures,
  type GroupPart,
  type PositionsRow,
  figuresOfParts,
  groupFigures,
  unknownGroup,
} from '../rows/positions-row.ts'

interface RowTree extends GroupPart {
  readonly row: PositionsRow
  readonly children: readonly RowTree[]
}

/**
 * Visible rows, parents before children, without children of `closed` groups. `rows` are the arranged ones with any
 * poll's marks. If `isWhole` is false, bases and expiries have no subtotals.
 */
export function treeRows(
  { roots, parts }: PositionTree,
  rows: readonly PositionRow[],
  closed: ReadonlySet<string>,
  isWhole = true,
): PositionsRow[] {
  const split = new Map<number, readonly Figures[]>()
  const legOf = (node: LegNode): RowTree => {
    const position = rows[node.order] as PositionRow
    if (node.part === undefined) return filledLeg(node, position, position)
    const figures = split.get(node.order) ?? figuresOfParts(position, parts.get(position.id) ?? [])
    split.set(node.order, figures)
    return filledLeg(node, position, figures[node.part] ?? position)
  }
  const fill = (node: PositionNode): RowTree =>
    isGroup(node)
      ? filledGroup(node, node.children.map(fill), !closed.has(node.id), isWhole || node.kind === 'structure')
      : legOf(node)
  const shown: PositionsRow[] = []
  const show = ({ row, children }: RowTree): void => {
    shown.push(row)
    if (row.isOpen === true) for (const child of children) show(child)
  }
  for (const root of roots) show(fill(root))
  return shown
}

function filledGroup(node: GroupNode, children: readonly RowTree[], isOpen: boolean, isWhole: boolean): RowTree {
  const { id, kind, depth, label, note, tip, isGuess, base } = node
  const { figures, coverage, entryValue } = isWhole ? groupFigures(children, node.pack) : unknownGroup(children)
  const legs = children.flatMap(child => child.row.legs)
  const row: PositionsRow = { id, kind, depth, label, note, tip, isGuess, isOpen, legs, figures, coverage }
  return { row, children, base, figures, coverage, entryValue }
}

function filledLeg({ id, size, part, share, depth }: LegNode, position: PositionRow, figures: Figures): RowTree {
  const isWhole = part === undefined
  const coverage = { priced: position.unit?.isPriced === true ? 1 : 0, of: 1 }
  const row: PositionsRow = {
    id,
    kind: 'leg',
    depth,
    label: position.name,
    note: isWhole ? undefined : 'part',
    tip: position.symbol,
    isOpen: undefined,
    legs: [{ id, position, size, isWhole, entry: position.entry }],
    figures,
    coverage,
  }
  return {
    row,
    children: [],
    base: position.base,
    figures,
    coverage,
    entryValue: isWhole ? position.entryValue : position.entryValue * share,
  }
}

export const flatRows = (rows: readonly PositionRow[]): PositionsRow[] =>
  rows.map((position, order) => {
    const node: LegNode = { id: position.id, order, size: position.size, part: undefined, share: 1, depth: 0 }
    return filledLeg(node, position, position).row
  })

export function groupsOf(nodes: readonly PositionNode[]): readonly GroupNode[] {
  return nodes.flatMap(node => (isGroup(node) ? [node, ...groupsOf(node.children)] : []))
}

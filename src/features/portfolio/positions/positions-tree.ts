/**
 * The book as a tree: base, expiry, structure, leg. What stands where follows from sizes and trades and is worked out when those change;
 * a poll of marks only fills in the figures, and rows that did not change keep their identity.
 */
import type { PackageTrade } from '../../../domain/grouping/open-packages.ts'
import type { PositionRow } from '../../../account/position-rows.ts'
import {
  type GroupNode,
  type LegNode,
  type PositionNode,
  type Arranged,
  isGroup,
  nothingArranged,
  arrangePositions,
} from './position-nodes.ts'
import {
  type PositionsLeg,
  type PositionsRow,
  type Figures,
  type GroupFigures,
  type GroupPart,
  type SteadyTotals,
  createSteady,
  figuresOfParts,
  groupFigures,
  unknownGroup,
} from '../rows/positions-row.ts'

/** A row as it stands in the tree, with what its parent adds up. */
interface Filled extends GroupPart {
  readonly row: PositionsRow
  readonly children: readonly Filled[]
  /** Of a leg: the position that it was filled from. */
  readonly position: PositionRow | undefined
  /** Of a group: what no mark changes. */
  readonly steady: SteadyTotals | undefined
}

const isSameHolding = (a: PositionRow, b: PositionRow): boolean => a === b || (a.held !== undefined && a.held === b.held)

const sameHeld = (a: readonly PositionRow[], b: readonly PositionRow[]): boolean =>
  a.length === b.length &&
  a.every((row, node) => {
    const before = b[node] as PositionRow
    return isSameHolding(row, before) || (row.id === before.id && row.size === before.size)
  })

/** A node, and what was last filled in there. */
interface GroupSlot {
  readonly node: GroupNode
  readonly children: readonly TreeSlot[]
  filled: FilledGroup | undefined
}
interface LegSlot {
  readonly node: LegNode
  readonly children: undefined
  filled: FilledLeg | undefined
}
type TreeSlot = GroupSlot | LegSlot

const groupSlot = (node: GroupNode): GroupSlot => ({ node, children: node.children.map(slotOf), filled: undefined })
const slotOf = (node: PositionNode): TreeSlot => (isGroup(node) ? groupSlot(node) : { node, children: undefined, filled: undefined })

export class PositionsTree {
  private arranged: Arranged = nothingArranged
  private roots: readonly GroupSlot[] = []
  /** Of the last reading: those that were arranged, or the same with other marks. */
  private lastRows: readonly PositionRow[] = []
  private wasWhole = true

  /**
   * Rows to show, parents before children; the children of groups in `closed` are left out. While positions are missing (`isWhole` false)
   * bases and expiries have no subtotals: what was read of them may not be all.
   */
  read(rows: readonly PositionRow[], trades: readonly PackageTrade[], closed: ReadonlySet<string>, isWhole = true): PositionsRow[] {
    if (trades !== this.arranged.trades || isWhole !== this.wasWhole || !sameHeld(rows, this.lastRows)) {
      this.wasWhole = isWhole
      this.arranged = arrangePositions(rows, trades)
      this.roots = this.arranged.roots.map(groupSlot)
    }
    this.lastRows = rows
    const parts = new Map<number, readonly Figures[]>()
    const fill = (slot: TreeSlot): Filled => {
      if (slot.children === undefined) {
        slot.filled = this.fillLeg(slot.node, rows[slot.node.order] as PositionRow, parts, slot.filled)
        return slot.filled
      }
      const { node, filled } = slot
      slot.filled = fillGroup(node, slot.children.map(fill), !closed.has(node.id), isWhole || node.kind === 'structure', filled)
      return slot.filled
    }
    const shown: PositionsRow[] = []
    const show = ({ row, children }: Filled): void => {
      shown.push(row)
      if (row.isOpen === true) for (const child of children) show(child)
    }
    for (const root of this.roots) show(fill(root))
    return shown
  }

  /** Every group of the last reading, open or not. */
  groups(): readonly GroupNode[] {
    const found: GroupNode[] = []
    const walk = (node: PositionNode): void => {
      if (!isGroup(node)) return
      found.push(node)
      for (const child of node.children) walk(child)
    }
    for (const root of this.arranged.roots) walk(root)
    return found
  }

  private fillLeg(node: LegNode, position: PositionRow, parts: Map<number, readonly Figures[]>, known: FilledLeg | undefined): FilledLeg {
    if (known?.position === position) return known
    if (node.part === undefined) return new FilledLeg(node, position, position)
    const figures = parts.get(node.order) ?? figuresOfParts(position, this.arranged.parts.get(position.id) ?? [])
    parts.set(node.order, figures)
    return new FilledLeg(node, position, figures[node.part] ?? position)
  }
}

/** Nothing of it but marks changed. */
function isSteady(before: Filled | undefined, now: Filled): boolean {
  if (before === now) return true
  if (before === undefined || before.steady !== now.steady) return false
  const [was, is] = [before.position, now.position]
  // A group of the same totals stands for all that is under it.
  if (was === undefined || is === undefined) return was === is
  if (isSameHolding(was, is)) return true
  return was.unit === is.unit && was.size === is.size && was.entry === is.entry && was.quote === is.quote && was.product === is.product
}

function fillGroup(
  node: GroupNode,
  children: readonly Filled[],
  isOpen: boolean,
  isWhole: boolean,
  known: FilledGroup | undefined,
): FilledGroup {
  if (known !== undefined && known.isOpen === isOpen && known.children.every((child, at) => child === children[at])) return known
  const steady = children.every((child, at) => isSteady(known?.children[at], child)) ? known?.steady : undefined
  return new FilledGroup(node, children, isOpen, isWhole, steady ?? createSteady())
}

/** A group as it stands in the tree and as it is shown, in one: a poll of marks makes each anew, and reckons only what is looked at. */
class FilledGroup implements Filled, PositionsRow {
  readonly node: GroupNode
  readonly children: readonly Filled[]
  readonly isOpen: boolean
  readonly steady: SteadyTotals
  readonly #totals: GroupFigures
  #legs: readonly PositionsLeg[] | undefined

  constructor(node: GroupNode, children: readonly Filled[], isOpen: boolean, isWhole: boolean, steady: SteadyTotals) {
    this.node = node
    this.children = children
    this.isOpen = isOpen
    this.steady = steady
    this.#totals = isWhole ? groupFigures(children, node, steady) : unknownGroup(children, steady)
  }

  get row(): PositionsRow {
    return this
  }
  get position(): undefined {
    return undefined
  }
  get figures(): Figures {
    return this.#totals.figures
  }
  get coverage(): PositionsRow['coverage'] {
    return this.#totals.coverage
  }
  get entryValue(): number {
    return this.#totals.entryValue
  }
  get base(): string {
    return this.node.base
  }
  get id(): string {
    return this.node.id
  }
  get kind(): GroupNode['kind'] {
    return this.node.kind
  }
  get depth(): number {
    return this.node.depth
  }
  get label(): string {
    return this.node.label
  }
  get note(): string | undefined {
    return this.node.note
  }
  get tip(): string {
    return this.node.tip
  }
  get isGuess(): boolean | undefined {
    return this.node.isGuess
  }
  get legs(): readonly PositionsLeg[] {
    return (this.#legs ??= this.children.flatMap(child => child.row.legs))
  }
}

const none: readonly Filled[] = []
const one = { priced: 1, of: 1 }
const noneOfOne = { priced: 0, of: 1 }

/** A leg as it stands in the tree and as it is shown, in one: a poll of marks makes each anew. */
class FilledLeg implements Filled, PositionsRow {
  readonly node: LegNode
  readonly position: PositionRow
  readonly figures: Figures
  #legs: readonly PositionsLeg[] | undefined

  constructor(node: LegNode, position: PositionRow, figures: Figures) {
    this.node = node
    this.position = position
    this.figures = figures
  }

  get row(): PositionsRow {
    return this
  }
  get children(): readonly Filled[] {
    return none
  }
  get steady(): undefined {
    return undefined
  }
  get base(): string {
    return this.position.base
  }
  get entryValue(): number {
    const { entryValue } = this.position
    return this.isWhole ? entryValue : entryValue * this.node.share
  }
  get coverage(): PositionsRow['coverage'] {
    return this.position.unit?.isPriced === true ? one : noneOfOne
  }
  get id(): string {
    return this.node.id
  }
  get kind(): 'leg' {
    return 'leg'
  }
  get depth(): number {
    return this.node.depth
  }
  get label(): string {
    return this.position.name
  }
  get note(): string | undefined {
    return this.isWhole ? undefined : 'part'
  }
  get tip(): string {
    return this.position.symbol
  }
  get isOpen(): undefined {
    return undefined
  }
  get legs(): readonly PositionsLeg[] {
    const { id, size } = this.node
    return (this.#legs ??= [{ id, position: this.position, size, isWhole: this.isWhole, entry: this.position.entry }])
  }

  private get isWhole(): boolean {
    return this.node.part === undefined
  }
}

/** Each position by itself, in the rows' order. */
export class FlatPositions {
  private readonly cached = new Map<string, Filled>()

  read(rows: readonly PositionRow[]): PositionsRow[] {
    return rows.map((position, order) => {
      const known = this.cached.get(position.id)
      if (known?.position === position) return known.row
      const node = { id: position.id, order, size: position.size, part: undefined, share: 1, depth: 0 }
      const filled = new FilledLeg(node, position, position)
      this.cached.set(position.id, filled)
      return filled
    })
  }
}

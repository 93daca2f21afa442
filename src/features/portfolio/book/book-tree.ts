/**
 * The book as a tree: base, expiry, structure, leg. What stands where follows from sizes and trades and is worked out when those change;
 * a poll of marks only fills in the figures, and rows that did not change keep their identity.
 */
import { packagePrice } from '../../../domain/normalise.ts'
import { type Decimal, toNumber } from '../../../domain/decimal.ts'
import type { PackageTrade } from '../../../domain/grouping/open-packages.ts'
import type { PositionRow } from '../position-rows.ts'
import { type GroupPlace, type LegPlace, type Package, type Place, type Placed, isGroup, nothingPlaced, placeBook } from './book-places.ts'
import { type BookLeg, type BookRow, type Figures, type GroupPart, figuresOfParts, groupFigures } from './book-row.ts'

/** A row as it stands in the tree, with what its parent adds up. */
interface Filled extends GroupPart {
  readonly row: BookRow
  readonly children: readonly Filled[]
}

const sameHeld = (a: readonly PositionRow[], b: readonly PositionRow[]): boolean =>
  a.length === b.length && a.every((row, place) => row === b[place] || (row.id === b[place]?.id && row.size === b[place]?.size))

export class BookTree {
  private placed: Placed = nothingPlaced
  private kept = new Map<string, Filled>()

  /** Rows to show, parents before children; the children of groups in `closed` are left out. */
  read(rows: readonly PositionRow[], trades: readonly PackageTrade[], closed: ReadonlySet<string>): BookRow[] {
    if (trades !== this.placed.trades || !sameHeld(rows, this.placed.rows)) {
      this.placed = placeBook(rows, trades)
      // A part of a size may now be another part.
      this.kept.clear()
    }
    const byId = new Map(rows.map(row => [row.id, row]))
    const before = this.kept
    this.kept = new Map()
    const parts = new Map<string, readonly Figures[]>()
    const fill = (place: Place): Filled[] => {
      const filled = isGroup(place)
        ? this.fillGroup(place, place.children.flatMap(fill), closed, before)
        : this.fillLeg(place, byId, parts, before)
      if (filled !== undefined) this.kept.set(place.id, filled)
      return filled === undefined ? [] : [filled]
    }
    const shown: BookRow[] = []
    const show = ({ row, children }: Filled): void => {
      shown.push(row)
      if (row.isOpen === true) for (const child of children) show(child)
    }
    for (const root of this.placed.roots.flatMap(fill)) show(root)
    return shown
  }

  private fillLeg(
    place: LegPlace,
    byId: ReadonlyMap<string, PositionRow>,
    parts: Map<string, readonly Figures[]>,
    before: ReadonlyMap<string, Filled>,
  ): Filled | undefined {
    const position = byId.get(place.positionId)
    if (position === undefined) return undefined
    const known = before.get(place.id)
    const [leg] = known?.row.legs ?? []
    if (known !== undefined && leg?.position === position && leg.size === place.size) return known
    if (place.part === undefined) return legRow(place, position, position)
    const sizes = this.placed.parts.get(position.id) ?? []
    const figures = parts.get(position.id) ?? figuresOfParts(position, sizes)
    parts.set(position.id, figures)
    return legRow(place, position, figures[place.part] ?? position)
  }

  private fillGroup(
    place: GroupPlace,
    children: readonly Filled[],
    closed: ReadonlySet<string>,
    before: ReadonlyMap<string, Filled>,
  ): Filled {
    const isOpen = !closed.has(place.id)
    const known = before.get(place.id)
    if (
      known !== undefined &&
      known.row.isOpen === isOpen &&
      known.children.length === children.length &&
      known.children.every((child, at) => child === children[at])
    )
      return known
    const legs = children.flatMap(child => child.row.legs)
    const { figures, coverage, entryValue } = groupFigures(children, place.pack === undefined ? {} : packageFigures(place.pack, legs))
    const { id, kind, depth, label, note, tip } = place
    return {
      row: { id, kind, depth, label, note, tip, isOpen, legs, figures, coverage },
      children,
      base: place.base,
      entryValue,
      figures,
      coverage,
    }
  }
}

function packageFigures(pack: Package, legs: readonly BookLeg[]): Pick<Figures, 'size' | 'entry' | 'mark' | 'shownStep' | 'quantityStep'> {
  const priced = pack.legs.flatMap(({ symbol, ratio }) => {
    const leg = legs.find(each => each.position.symbol === symbol)
    return leg === undefined ? [] : [{ ratio, position: leg.position }]
  })
  const net = (read: (position: PositionRow) => Decimal): Decimal | undefined =>
    priced.length === pack.legs.length ? packagePrice(priced.map(({ ratio, position }) => ({ ratio, price: read(position) }))) : undefined
  return {
    size: pack.quantity,
    entry: net(position => position.entry),
    mark: net(position => position.mark),
    shownStep: priced[0]?.position.shownStep,
    quantityStep: priced[0]?.position.quantityStep,
  }
}

function legRow(place: LegPlace, position: PositionRow, figures: Figures): Filled {
  const isWhole = place.part === undefined
  const coverage = { priced: figures.greeks === undefined ? 0 : 1, of: 1 }
  const row: BookRow = {
    id: place.id,
    kind: 'leg',
    depth: place.depth,
    label: position.name,
    note: isWhole ? undefined : `part of ${position.size}`,
    tip: position.symbol,
    isOpen: undefined,
    legs: [{ id: place.id, position, size: place.size, isWhole }],
    figures,
    coverage,
  }
  const entryValue = Math.abs(toNumber(position.entry) * toNumber(place.size))
  return { row, children: [], base: position.base, entryValue, figures, coverage }
}

/** Each position by itself, in the rows' order. */
export class FlatBook {
  private kept = new WeakMap<PositionRow, BookRow>()

  read(rows: readonly PositionRow[]): BookRow[] {
    return rows.map(position => {
      const known = this.kept.get(position)
      if (known !== undefined) return known
      const { row } = legRow(
        { id: position.id, positionId: position.id, size: position.size, part: undefined, depth: 0 },
        position,
        position,
      )
      this.kept.set(position, row)
      return row
    })
  }
}

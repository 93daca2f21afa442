/** Tree of the positions from sizes and trades only: bases, expiries, structures, legs. */
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import { type Decimal, toNumber } from '../../../../core/domain/decimal.ts'
import {
  groupPositions,
  type PositionsPart,
  type PositionsStructure,
} from '../../../../core/domain/grouping/group-positions.ts'
import type { PackageTrade } from '../../../../core/domain/grouping/open-packages.ts'
import type { OwnGroup } from '../../../../core/domain/grouping/own-groups.ts'
import { compareBases, shortExpiry } from '../../../../core/domain/instrument.ts'
import { packageOfPositions } from '../../../../core/domain/package/package-of-positions.ts'
import { effectText, heldPhrase } from '../../../../core/domain/trade-story/trade-phrase.ts'
import { counted } from '../../../../core/domain/words.ts'
import type { PositionsPackage, PositionsRowKind } from '../rows/positions-row.ts'

export interface LegNode {
  readonly id: string
  readonly order: number
  readonly size: Decimal
  /** Index of the position's part; undefined for the whole. */
  readonly part: number | undefined
  readonly share: number
  readonly depth: number
}

export interface GroupNode {
  readonly id: string
  readonly kind: Exclude<PositionsRowKind, 'leg'>
  readonly depth: number
  readonly label: string
  readonly note: string | undefined
  readonly tip: string
  /** True if no known order of the account ties its legs. */
  readonly isGuess?: boolean | undefined
  readonly base: string
  readonly pack: PositionsPackage | undefined
  readonly children: readonly PositionNode[]
}

export type PositionNode = GroupNode | LegNode
export const isGroup = (node: PositionNode): node is GroupNode => 'children' in node

export interface PositionTree {
  readonly roots: readonly GroupNode[]
  readonly parts: ReadonlyMap<string, readonly Decimal[]>
}

interface FoundGroup {
  readonly structure: PositionsStructure
  readonly parts: readonly { readonly part: PositionsPart; readonly row: PositionRow; readonly order: number }[]
  readonly base: string
  /** Unique, ascending. */
  readonly expiries: readonly number[]
}

const tipOf = ({ origin, orders }: PositionsStructure, effect: string): string =>
  origin === 'own'
    ? `${effect}. Joined by hand.`
    : origin === 'guessed'
      ? `${effect}. Guessed from the sizes: this browser has seen no order with these legs.`
      : `${effect}. Traded in ${orders.length === 1 ? 'one order' : `${orders.length} orders`} of this account.`

function findOf(
  structure: PositionsStructure,
  rows: ReadonlyMap<string, { readonly row: PositionRow; readonly order: number }>,
): FoundGroup {
  const parts = structure.parts
    .flatMap(part => {
      const at = rows.get(part.id)
      return at === undefined ? [] : [{ part, ...at }]
    })
    .sort((a, b) => a.order - b.order)
  const bases = [...new Set(parts.map(({ row }) => row.base))]
  const expiries = [...new Set(parts.flatMap(({ row }) => row.expiryMs ?? []))].sort((a, b) => a - b)
  return { structure, parts, base: bases.join('/'), expiries }
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

const countOf = (items: readonly FoundGroup[]): number => items.reduce((total, each) => total + each.parts.length, 0)

type TakePart = (part: PositionsPart, key: string, depth: number) => LegNode

function structureNode(
  { structure, parts, base }: FoundGroup,
  take: TakePart,
  depth: number,
  expiry?: string,
): PositionNode {
  const [only, ...more] = parts
  if (only !== undefined && more.length === 0) return take(only.part, structure.key, depth)
  const sizes = parts.map(({ part }) => ({ symbol: part.symbol, size: part.size }))
  const packed = packageOfPositions(sizes, 'hold')
  const legs = packed.ok
    ? packed.value.legs
    : sizes.map(({ symbol, size }) => ({ symbol, ratio: size.startsWith('-') ? -1 : 1 }))
  // Legs that make no package have no structure name.
  const phrase = heldPhrase(legs)
  const { strikes } = phrase
  const effect = effectText(legs)
  const name = packed.ok || structure.origin !== 'own' ? phrase.name : counted(parts.length, 'leg')
  const isGuess = structure.origin === 'guessed'
  const given = structure.name === undefined ? undefined : name
  return {
    id: `structure ${structure.key}`,
    kind: 'structure',
    depth,
    label: structure.name ?? name,
    note: [expiry, given, isGuess ? 'guessed' : structure.origin === 'own' ? 'by hand' : undefined, strikes || effect]
      .filter(each => each !== undefined)
      .join(' · '),
    tip: tipOf(structure, effect),
    isGuess,
    base,
    pack: packed.ok ? packed.value : undefined,
    children: parts.map(({ part }) => take(part, structure.key, depth + 1)),
  }
}

const expiryLabel = (expiries: readonly number[]): string =>
  expiries.length === 0 ? 'No expiry' : expiries.map(shortExpiry).join('/')

/** An expiry with one leg or structure has no row of its own. */
function expiryNode(items: readonly FoundGroup[], take: TakePart): PositionNode {
  const [first, ...more] = items as readonly [FoundGroup, ...FoundGroup[]]
  const { base, expiries } = first
  const label = expiryLabel(expiries)
  if (more.length === 0) return structureNode(first, take, 1, label)
  return {
    id: `expiry ${base} ${expiries.join(' ')}`,
    kind: 'expiry',
    depth: 1,
    label,
    note: counted(countOf(items), 'leg'),
    tip:
      expiries.length === 0
        ? 'Perpetuals and coins'
        : expiries.length === 1
          ? `Expires ${label}`
          : 'Structures over several expiries',
    base,
    pack: undefined,
    children: items.filter(({ parts }) => parts.length > 0).map(found => structureNode(found, take, 2)),
  }
}

function baseNode(items: readonly FoundGroup[], take: TakePart): GroupNode {
  const [{ base }] = items as readonly [FoundGroup, ...FoundGroup[]]
  const byExpiry = grouped(items, ({ expiries }) => expiries.join(' ')).sort(([a], [b]) =>
    compareExpiries(a?.expiries ?? [], b?.expiries ?? []),
  )
  return {
    id: `base ${base}`,
    kind: 'base',
    depth: 0,
    label: base,
    note: counted(countOf(items), 'leg'),
    tip: `All positions on ${base}`,
    base,
    pack: undefined,
    children: byExpiry.map(each => expiryNode(each, take)),
  }
}

/** By first expiry; without expiry first; one expiry before several. */
function compareExpiries(a: readonly number[], b: readonly number[]): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || a.length - b.length || (a.at(-1) ?? 0) - (b.at(-1) ?? 0)
}

/** Builds the tree. `rows` must be in the order of `comparePositions`. */
export function arrangePositions(
  rows: readonly PositionRow[],
  trades: readonly PackageTrade[],
  own?: readonly OwnGroup[],
): PositionTree {
  const at = new Map(rows.map((row, order) => [row.id, { row, order }]))
  const structures = groupPositions(
    rows.map(({ id, symbol, size }) => ({ id, symbol, size })),
    trades,
    own,
  )
  const parts = new Map<string, Decimal[]>()
  const take: TakePart = (part, key, depth) => {
    const { row, order } = at.get(part.id) ?? { row: undefined, order: -1 }
    if (row?.size === part.size) return { id: part.id, order, size: part.size, part: undefined, share: 1, depth }
    const sizes = parts.get(part.id) ?? []
    parts.set(part.id, sizes)
    sizes.push(part.size)
    return {
      id: `${part.id} in ${key}`,
      order,
      size: part.size,
      part: sizes.length - 1,
      share: toNumber(part.size) / toNumber(row?.size ?? part.size),
      depth,
    }
  }
  const found = structures
    .map(structure => findOf(structure, at))
    .sort((a, b) => (a.parts[0]?.order ?? 0) - (b.parts[0]?.order ?? 0))
  const bases = grouped(found, each => each.base).sort(([a], [b]) => compareBases(a?.base ?? '', b?.base ?? ''))
  return { roots: bases.map(each => baseNode(each, take)), parts }
}

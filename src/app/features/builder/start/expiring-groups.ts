/** Positions by expiry, and drafts that close or roll one expiry as a package. Opening a draft sends nothing. */
import { type Position, signedSize } from '../../../../core/domain/account.ts'
import { isZero } from '../../../../core/domain/decimal.ts'
import { exactText } from '../../../../core/domain/effect-label.ts'
import type { ListedChains } from '../../../../core/domain/instrument-index.ts'
import { type InstrumentName, expiryOf, parseInstrumentName, shortName } from '../../../../core/domain/instrument.ts'
import {
  type HeldSize,
  packageOfPositions,
  type RoundPackage,
  roundPackage,
} from '../../../../core/domain/package/package-of-positions.ts'
import { rollLegs, rollPackage } from '../../../../core/domain/package/roll.ts'
import { closingSearch, packageSearch } from '../../../links/package-link.ts'
import type { Search } from '../../../links/screen-links.ts'

export interface HeldLeg extends HeldSize {
  readonly parsed: InstrumentName
}

export interface ExpiringGroup {
  readonly base: string
  readonly expiryMs: number
  readonly held: readonly HeldLeg[]
}

export function expiringGroups(positions: readonly Position[], nowMs: number): readonly ExpiringGroup[] {
  const groups = new Map<string, { readonly base: string; readonly expiryMs: number; readonly held: HeldLeg[] }>()
  for (const position of positions) {
    const { symbol } = position
    const parsed = parseInstrumentName(symbol)
    const size = signedSize(position)
    if (parsed === undefined || !('expiryMs' in parsed) || parsed.expiryMs <= nowMs || isZero(size)) continue
    const { base, expiryMs } = parsed
    const key = `${base} ${expiryMs}`
    const group = groups.get(key) ?? { base, expiryMs, held: [] }
    group.held.push({ symbol, size, parsed })
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => a.expiryMs - b.expiryMs)
}

export interface DraftOfGroup {
  readonly search: Search | undefined
  /** Reason why there is no draft, or what it omits. */
  readonly note: string | undefined
}

const leftText = ({ left }: RoundPackage): string =>
  `Unequal sizes: the largest even package is drafted; ${left.map(({ symbol, size }) => `${exactText(size, true)} ${shortName(symbol)}`).join(', ')} is left.`

export function closingDraft({ held }: ExpiringGroup): DraftOfGroup {
  const round = roundPackage(held, 'close')
  if (round !== undefined) return { search: closingSearch(round), note: leftText(round) }
  const made = packageOfPositions(held, 'close')
  return made.ok ? { search: closingSearch(made.value), note: undefined } : { search: undefined, note: made.problem }
}

export function rollingDraft({ held }: ExpiringGroup, listed: ListedChains, nowMs: number): DraftOfGroup {
  const rolled = rollLegs({
    legs: held,
    target: 'next',
    steps: 0,
    listed,
    expiryOf: each => expiryOf(each.symbol),
    nowMs,
  })
  const made = rollPackage(rolled)
  const notes = rolled.flatMap(({ from, note }) => (note === undefined ? [] : [`${shortName(from.symbol)}: ${note}.`]))
  const note = made.ok ? notes : [made.problem, ...notes]
  return {
    search: made.ok ? packageSearch(made.value) : undefined,
    note: note.length === 0 ? undefined : note.join(' '),
  }
}

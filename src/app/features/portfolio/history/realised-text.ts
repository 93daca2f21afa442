/** What a realised figure omits, as text; each kind once with its extent. */
import type { SeenRealised } from '../../../../core/account/realised-model.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import type { MissingPart } from '../../../../core/domain/realised.ts'
import { formatZoned } from '../../../ui/format/zoned-time.ts'

const kindLabels: Readonly<Record<MissingPart['kind'], string>> = {
  held_before: 'Opened before recording; entry is the venue’s average',
  allotted: 'Spread fills, shared out among their legs by marks; their sum is exact',
  estimated_settlement: 'Settlement price calculated, not the venue’s word',
  no_settlement: 'Expired, and no settlement price is known: left out',
  unexplained: 'Position size without matching fills',
  estimated_funding: 'Funding before the first sample of this browser, estimated from a round opening balance',
  unseen_funding: 'Funding not seen',
  unseen_cash: 'Cash changed for an unknown reason',
  spot: 'Coins traded: they have no entry price',
}

const mostNames = 3

const nameOf = (each: MissingPart): string =>
  each.kind === 'unseen_funding'
    ? `${shortName(each.symbol)} from ${formatZoned(each.fromMs)} to ${formatZoned(each.toMs)}`
    : shortName(each.symbol)

export function missingText({ missing, unread }: Pick<SeenRealised, 'missing' | 'unread'>): string[] {
  const lines = (Object.keys(kindLabels) as MissingPart['kind'][]).flatMap(kind => {
    const names = missing.filter(each => each.kind === kind).map(nameOf)
    if (names.length === 0) return []
    const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
    return [`${kindLabels[kind]}: ${names.slice(0, mostNames).join(', ')}${more}`]
  })
  return unread.length === 0 ? lines : [...lines, `Orders left out whose side is not understood: ${unread.length}`]
}

/** What a realised figure omits, as text; each kind once with its extent. */
import type { SeenRealised } from '../../../account/realised-model.ts'
import { shortName } from '../../../domain/instrument.ts'
import type { Missing } from '../../../domain/realised.ts'

const kindLabels: Readonly<Record<Missing['kind'], string>> = {
  held_before: 'Opened before recording; entry is the venue’s average',
  allotted: 'Spread fills, shared out among their legs by marks; their sum is exact',
  estimated_settlement: 'Settlement price calculated, not the venue’s word',
  no_settlement: 'Expired, and no settlement price is known: left out',
  unexplained: 'Position size without matching fills',
  spot: 'Coins traded: they have no entry price',
}

const mostNames = 3

export function missingText({ missing, unpriced }: Pick<SeenRealised, 'missing' | 'unpriced'>): string[] {
  const lines = (Object.keys(kindLabels) as Missing['kind'][]).flatMap(kind => {
    const names = missing.filter(each => each.kind === kind).map(each => shortName(each.symbol))
    if (names.length === 0) return []
    const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
    return [`${kindLabels[kind]}: ${names.slice(0, mostNames).join(', ')}${more}`]
  })
  return unpriced.length === 0 ? lines : [...lines, `Spread fills left out for want of marks: ${unpriced.length}`]
}

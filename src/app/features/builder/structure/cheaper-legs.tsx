/** A line below the legs while a cheaper equivalent is quoted: saving, legs on demand, and a button to use them. */
import { useState } from 'react'
import { exactText } from '../../../../core/domain/effect-label.ts'
import { parseInstrumentName, shortName } from '../../../../core/domain/instrument.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Age } from '../../../ui/format/figures.tsx'
import { EffectiveLegs } from '../../../ui/order/effective-legs.tsx'
import type { Edit } from '../draft/draft.ts'
import type { SayDone } from '../draft/leg-commands.ts'
import styles from './structure-panel.module.css'
import { type CheaperLegs as Found, useCheaperLegs } from './use-cheaper-legs.ts'
import type { HedgeInputs } from './use-hedge.ts'

interface CheaperLegsProps {
  readonly hedging: HedgeInputs
  readonly edit: (edit: Edit) => void
  readonly say: SayDone
}

export function CheaperLegs({ hedging, edit, say }: CheaperLegsProps) {
  const { draft, derived } = hedging
  const found = useCheaperLegs(hedging)
  const [isOpen, setOpen] = useState(false)
  const text = cheaperText(draft.legs, found)
  const take = () => {
    // A price typed for the old legs does not apply.
    if (found.kind === 'cheaper') edit({ kind: 'open', draft: { ...draft, legs: found.legs, price: '' } })
    say(undefined, found.kind === 'cheaper' ? `Same payoff ${text}` : text)
  }
  useCommands([
    {
      id: 'build.cheaper',
      name: 'Cheaper legs for the same payoff',
      group: 'Build',
      enabled: draft.legs.length > 0,
      run: take,
    },
  ])
  if (found.kind !== 'cheaper') return null
  return (
    <>
      <p
        className={styles.offer}
        data-testid="cheaper-legs"
        title="The same profit at every price at expiry; bought legs at the ask, sold legs at the bid"
      >
        Same payoff {text}
        <Button size="sm" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Legs
        </Button>
        <Button size="sm" variant="quiet" aria-label="Take the cheaper legs" onClick={take}>
          Take
        </Button>
      </p>
      {isOpen ? (
        <div className={styles.below}>
          <EffectiveLegs legs={found.legs} side={draft.side} quantity={derived.summary.quantity} />
          <p className="muted">
            Per package, at bids and asks
            <Age agoMs={derived.market.receivedAgoMs} words={age => ` ${age} old`} />; RFQ quotes may differ
          </p>
        </div>
      ) : null}
    </>
  )
}

const lacks = {
  suspended: 'is suspended',
  unlisted: 'is not listed',
  bid: 'has no bid',
  ask: 'has no ask',
  size: 'cannot be traded in this size',
  'bid size': 'has a bid for less than this size',
  'ask size': 'has an ask for less than this size',
  'too long': 'has too long a price',
} as const

export function cheaperText(legs: readonly PackageLeg[], found: Found): string {
  if (found.kind === 'cheaper') return `${exactText(found.by)} cheaper ${withText(legs, found.legs)}`
  if (found.kind === 'constant') return `It pays the same at every price: no legs are ${exactText(found.by)} cheaper`
  if (found.kind === 'unknown') return `${shortName(found.symbol)} ${lacks[found.lack]}`
  if (found.kind === 'stale') return 'No fresh quotes'
  return found.kind === 'waiting' ? 'Sizes of the quotes are not known yet' : 'No cheaper legs are quoted'
}

function withText(before: readonly PackageLeg[], after: readonly PackageLeg[]): string {
  const ratios = new Map(before.map(leg => [leg.symbol, leg.ratio]))
  const added = after.filter(leg => leg.ratio !== ratios.get(leg.symbol)).map(leg => parseInstrumentName(leg.symbol))
  const words = [
    added.some(name => name?.product === 'option' && name.right === 'call') ? 'calls' : '',
    added.some(name => name?.product === 'option' && name.right === 'put') ? 'puts' : '',
    added.some(name => name?.product === 'future') ? 'the future' : '',
  ].filter(Boolean)
  if (words.length === 0) return 'with fewer legs'
  return words.length > 2 ? 'with other legs' : `with ${words.join(' and ')}`
}

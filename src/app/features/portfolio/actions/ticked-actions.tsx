/**
 * Actions on the ticked legs: each opens a draft or the ticket, nothing is sent. Uses present sizes, not those when
 * ticked.
 */
import { Hammer } from 'lucide-react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import type { MissingInput } from '../../../../core/account/gap.ts'
import { closeTerms } from '../../../../core/domain/package/closing.ts'
import {
  packageOfPositions,
  type PositionPackage,
  type RoundPackage,
  roundPackage,
} from '../../../../core/domain/package/package-of-positions.ts'
import { addToBuilderSearch } from '../../../links/builder-link.ts'
import { closingSearch, packageSearch } from '../../../links/package-link.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { showToast } from '../../../ui/controls/toasts.ts'
import { cx } from '../../../ui/cx.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useNavigate } from '../../../ui/router/use-router.ts'
import styles from '../portfolio.module.css'
import { areHeld } from '../rows/picked.ts'
import type { PositionsLeg, PositionsRow } from '../rows/positions-row.ts'
import { tickedLegs } from '../rows/ticks.ts'
import type { ChosenLegs } from '../rows/use-ticks.ts'

// Loaded on first use.
const CloseBar = lazyComponent(async () => (await import('./close-bar.tsx')).CloseBar)
const CloseDialog = lazyComponent(async () => (await import('./close-dialog.tsx')).CloseDialog, null, {
  useClose: ({ close }) => close,
})
const HedgeDialog = lazyComponent(async () => (await import('./hedge-dialog.tsx')).HedgeDialog, null, {
  useClose: ({ close }) => close,
})
const RollDialog = lazyComponent(async () => (await import('./roll-dialog.tsx')).RollDialog, null, {
  useClose: ({ close }) => close,
})

type TickedRequest =
  | { readonly kind: 'unequal'; readonly title: string; readonly exact: PositionPackage; readonly round: RoundPackage }
  | { readonly kind: 'closing'; readonly value: PositionPackage }
  | { readonly kind: 'roll'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'hedge'; readonly ids: ReadonlySet<string>; readonly what: string }

const sizesOf = (legs: readonly PositionsLeg[]) => legs.map(({ position, size }) => ({ symbol: position.symbol, size }))
const counted = (legs: readonly PositionsLeg[]): string => `${legs.length} ticked ${legs.length === 1 ? 'leg' : 'legs'}`

const doesExpire = ({ position }: PositionsLeg): boolean => position.expiryMs !== undefined
const whyNothing = (legs: readonly PositionsLeg[]): string =>
  legs.length === 0 ? 'Tick a row by Space, or put the focus on one.' : 'Perpetuals and coins do not expire.'

export interface Drafts {
  readonly asked: TickedRequest | undefined
  readonly dismiss: () => void
  readonly open: (value: PositionPackage) => void
  readonly openClosing: (value: PositionPackage) => void
  readonly openClosingInBuilder: (value: PositionPackage) => void
  readonly close: (legs: readonly PositionsLeg[]) => void
  readonly roll: (legs: readonly PositionsLeg[]) => void
  readonly hedge: (legs: readonly PositionsLeg[], what: string) => void
  readonly add: (legs: readonly PositionsLeg[]) => void
}

const idsOf = (legs: readonly PositionsLeg[]): ReadonlySet<string> => new Set(legs.map(leg => leg.id))
const refuse = (body: string) => showToast({ tone: 'warning', title: 'Not one package', body })

function closeAll(
  legs: readonly PositionsLeg[],
  open: (value: PositionPackage) => void,
  ask: (asked: TickedRequest) => void,
): void {
  const exact = packageOfPositions(sizesOf(legs), 'close')
  const round = roundPackage(sizesOf(legs), 'close')
  if (!exact.ok) refuse(exact.problem)
  else if (round === undefined) open(exact.value)
  else ask({ kind: 'unequal', title: `Close ${legs.length} legs`, exact: exact.value, round })
}

export function useDrafts(): Drafts {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<TickedRequest>()
  const ways = useMemo((): Omit<Drafts, 'asked'> => {
    const open = (value: PositionPackage) => navigate({ to: '/build', search: packageSearch(value) })
    const openClosing = (value: PositionPackage) => setAsked({ kind: 'closing', value })
    const openClosingInBuilder = (value: PositionPackage) => navigate({ to: '/build', search: closingSearch(value) })
    return {
      open,
      openClosing,
      openClosingInBuilder,
      dismiss: () => setAsked(undefined),
      close: legs => {
        if (areHeld(legs)) return closeAll(legs, openClosing, setAsked)
        showToast({
          tone: 'neutral',
          title: 'Legs of this trade net with others',
          body: 'Closing it makes a position of the venue larger or turns it: it is a draft in the builder, judged by the book after it.',
        })
        closeAll(legs, openClosingInBuilder, setAsked)
      },
      add: legs => {
        const result = packageOfPositions(sizesOf(legs), 'hold')
        if (result.ok) navigate({ to: '/build', search: addToBuilderSearch(result.value.legs) })
        else refuse(result.problem)
      },
      roll: legs => setAsked({ kind: 'roll', ids: idsOf(legs) }),
      hedge: (legs, what) => setAsked({ kind: 'hedge', ids: idsOf(legs), what }),
    }
  }, [navigate])
  return useMemo(() => ({ asked, ...ways }), [asked, ways])
}

export function DraftDialogs({
  drafts,
  rows,
}: {
  readonly drafts: Drafts
  readonly rows: readonly PositionsRow[]
}): ReactNode {
  const { asked, dismiss, open, openClosing } = drafts
  switch (asked?.kind) {
    case 'unequal':
      return <CloseDialog {...asked} close={dismiss} open={openClosing} />
    case 'roll':
      return <RollDialog legs={tickedLegs(rows, asked.ids)} close={dismiss} open={open} />
    case 'hedge':
      return <HedgeDialog legs={tickedLegs(rows, asked.ids)} what={asked.what} close={dismiss} open={open} />
    default:
      return null
  }
}

export function Closing({ drafts }: { readonly drafts: Drafts }): ReactNode {
  const { asked, dismiss, openClosingInBuilder } = drafts
  const value = asked?.kind === 'closing' ? asked.value : undefined
  const terms = useMemo(() => (value === undefined ? undefined : closeTerms(value)), [value])
  if (terms === undefined || value === undefined) return null
  return (
    <CloseBar
      key={JSON.stringify(terms)}
      initialTerms={terms}
      dismiss={dismiss}
      openInBuilder={() => openClosingInBuilder(value)}
    />
  )
}

interface TickedActionsProps {
  readonly legs: ChosenLegs
  readonly hasRows: boolean
  readonly drafts: Drafts
  /** Why positions are incomplete: a hedge of all of them must wait. */
  readonly gap: MissingInput | undefined
}

/** The same actions as commands. The legs are determined at the press, including ticks not yet rendered. */
function useTickedCommands({ legs, hasRows, drafts }: TickedActionsProps, canHedge: boolean, hedge: () => void): void {
  const take =
    (what: string, act: (legs: readonly PositionsLeg[]) => void, isFit: (leg: PositionsLeg) => boolean = () => true) =>
    () => {
      const meant = legs.targetLegs()
      if (meant.some(isFit)) act(meant)
      else showToast({ tone: 'neutral', title: `Nothing to ${what}`, body: whyNothing(meant) })
    }
  useCommands([
    {
      id: 'portfolio.close',
      name: 'Close the ticked legs, or those of the row in focus',
      group: 'Portfolio',
      keys: 'closeLegs',
      enabled: hasRows,
      run: take('close', drafts.close),
    },
    {
      id: 'portfolio.roll',
      name: 'Roll the ticked legs, or those of the row in focus',
      group: 'Portfolio',
      keys: 'rollLegs',
      enabled: hasRows,
      run: take('roll', drafts.roll, doesExpire),
    },
    {
      id: 'portfolio.hedge',
      name: 'Hedge the delta of the ticked or visible positions',
      group: 'Portfolio',
      keys: 'hedge',
      enabled: canHedge,
      run: hedge,
    },
    {
      id: 'portfolio.add',
      name: 'Add the ticked legs to the builder, or those of the row in focus',
      group: 'Portfolio',
      keys: 'openInBuilder',
      enabled: hasRows,
      run: take('add to the builder', drafts.add),
    },
  ])
}

export const TickedActions = memo(function TickedActions(props: TickedActionsProps): ReactNode {
  const { legs, hasRows, drafts, gap } = props
  const { ticked } = legs
  const some = ticked.length > 0
  const canHedge = some || (hasRows && gap === undefined)
  const hedge = () => {
    const now = legs.tickedLegs()
    if (now.length > 0) drafts.hedge(now, counted(now))
    else if (gap === undefined) drafts.hedge(legs.visibleLegs(), 'all positions shown')
  }
  useTickedCommands(props, canHedge, hedge)
  return (
    <>
      {some && <span className={cx(styles.hint, styles.tickedCount)}>{counted(ticked)}</span>}
      {some && (
        <>
          <IconButton
            className={styles.addTicked}
            size="sm"
            label="Add to builder"
            icon={<Hammer size={13} />}
            onClick={() => drafts.add(ticked)}
          />
          <Button size="sm" onClick={hedge}>
            Hedge…
          </Button>
          <Button size="sm" disabled={!ticked.some(doesExpire)} onClick={() => drafts.roll(ticked)}>
            Roll…
          </Button>
          <Button
            size="sm"
            variant="primary"
            aria-label={ticked.length === 1 ? 'Close' : 'Close as package'}
            title={`Close ${counted(ticked)}${ticked.length === 1 ? '' : ' as one package'}`}
            onClick={() => drafts.close(ticked)}
          >
            Close
          </Button>
        </>
      )}
    </>
  )
})

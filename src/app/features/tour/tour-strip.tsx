/**
 * The tour: a card next to the step's element, with a ring around it, over everything else. It takes no focus,
 * announces each step to screen readers, advances with the app's state, and can be skipped or ended.
 */
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFlowLack } from '../../api/feed/flow-link.ts'
import { useVenue } from '../../api/venue/venue.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LiveRegion } from '../../ui/controls/live-region.tsx'
import { endTour, toStep, type Tour, useTour } from '../../ui/tour/tour-store.ts'
import { stepFrom, type TourFacts, tourSteps, type TourTarget } from './tour-steps.ts'
import styles from './tour.module.css'
import { useSession } from '../../api/venue/session.ts'
import { isRfqMarket, parseJoinedSymbol } from '../../../core/domain/order.ts'
import { parseBuilderSearch } from '../../links/builder-link.ts'
import { useRegistry } from '../../model/orders/use-registry.ts'
import { useAddress } from '../../ui/router/use-router.ts'

export interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly panel: { readonly [side in 'left' | 'right' | 'top' | 'bottom']: number } | undefined
}

const followMs = 200

function placeOf(targets: readonly TourTarget[]): Place | undefined {
  for (const { selector, text = '' } of targets) {
    for (const element of document.querySelectorAll(selector)) {
      const { left, top, width, height } = element.getBoundingClientRect()
      const isInSight = width > 0 && height > 0 && top >= 0 && left >= 0 && top < innerHeight && left < innerWidth
      const around = element.closest('[data-panel], [role="dialog"]') ?? element.closest('section')
      const panel = around?.getBoundingClientRect()
      if (isInSight && (element.textContent ?? '').startsWith(text)) return { left, top, width, height, panel }
    }
  }
  return undefined
}

const isSame = (a: Place | undefined, b: Place | undefined): boolean =>
  a?.left === b?.left &&
  a?.top === b?.top &&
  a?.width === b?.width &&
  a?.height === b?.height &&
  a?.panel?.left === b?.panel?.left &&
  a?.panel?.bottom === b?.panel?.bottom

function useTarget(targets: readonly TourTarget[]): Place | undefined {
  const [place, setPlace] = useState<Place>()
  useEffect(() => {
    const follow = (): void => {
      const now = placeOf(targets)
      setPlace(before => (isSame(before, now) ? before : now))
    }
    follow()
    const timer = setInterval(follow, followMs)
    return () => clearInterval(timer)
  }, [targets])
  return place
}

/** Facts for the tour: session, address, own orders. Presses on the tour card do not count. */
function useTourFacts({ startedAtMs, hasReadExplanation }: Tour): TourFacts {
  const isSignedIn = useSession().status === 'signed_in'
  const path = useAddress(address => address.pathname)
  const view = useAddress(address => address.search['view'])
  const legs = useAddress(address => parseBuilderSearch(address.search).legs)
  const { sent, orders } = useRegistry()
  const mine = sent.filter(order => order.outcome === 'accepted' && order.atMs >= startedAtMs)
  return {
    isSignedIn,
    hasReadExplanation,
    draftLegs: path === '/build' && legs !== undefined ? (parseJoinedSymbol(legs)?.length ?? 0) : 0,
    hasAsked: mine.some(order => isRfqMarket(order.market_id)),
    hasTaken: mine.some(
      order => order.rfq !== undefined && (orders.get(order.client_order_id)?.record?.executions.length ?? 0) > 0,
    ),
    hasSeenFlow: useFlowLack() !== undefined || (path === '/orders' && view === 'everybody'),
    isInJournal: path === '/journal',
  }
}

export function TourStrip() {
  const tour = useTour()
  return tour === undefined ? null : <Running tour={tour} />
}

const nowhere: readonly TourTarget[] = []
const last = {
  title: 'The tour is complete.',
  text: 'Press ? for the keys of a screen, and / to type a structure as a desk says it. “Take the tour” in the command line brings this back.',
  targets: nowhere,
}

const gapPx = 10
const cardPx = 340

const cardHeightPx = 200

/**
 * Beside, below or above the element's panel if there is room, so that the panel stays readable. Otherwise below the
 * element, or above it near the bottom; at the page bottom without a target.
 */
export function besideOf(place: Place | undefined): CSSProperties {
  if (place === undefined) return { bottom: 72, left: Math.max(gapPx, (innerWidth - cardPx) / 2) }
  const { panel } = place
  const [wide, high] = [cardPx + 2 * gapPx, cardHeightPx + 2 * gapPx]
  const top = Math.max(gapPx, Math.min(place.top, innerHeight - cardHeightPx - gapPx))
  if (panel !== undefined && panel.left >= wide) return { top, left: panel.left - cardPx - gapPx }
  if (panel !== undefined && innerWidth - panel.right >= wide) return { top, left: panel.right + gapPx }
  const left = Math.max(gapPx, Math.min(place.left, innerWidth - cardPx - gapPx))
  if (panel !== undefined && innerHeight - panel.bottom >= high) return { left, top: panel.bottom + gapPx }
  if (panel !== undefined && panel.top >= high) return { left, bottom: innerHeight - panel.top + gapPx }
  const isLow = place.top + place.height / 2 > innerHeight / 2
  return isLow ? { left, bottom: innerHeight - place.top + gapPx } : { left, top: place.top + place.height + gapPx }
}

function Running({ tour }: { readonly tour: Tour }) {
  const facts = useTourFacts(tour)
  const now = stepFrom(tour.step, facts)
  const isReal = useVenue().kind !== 'sandbox'
  const strip = useRef<HTMLElement>(null)
  // Shown over dialogs too, since a step may be in one.
  useLayoutEffect(() => strip.current?.showPopover?.(), [])
  useEffect(() => {
    // From the button that was pressed.
    if (tour.isNew === true) strip.current?.focus({ preventScroll: true })
  }, [tour.startedAtMs, tour.isNew])
  useEffect(() => toStep(now), [now])
  const { title, text, targets } = tourSteps[now] ?? last
  const place = useTarget(targets)
  const isOver = now >= tourSteps.length
  return (
    <section
      ref={strip}
      popover="manual"
      tabIndex={-1}
      className={styles.card}
      style={besideOf(place)}
      aria-label="Tour"
      data-testid="tour"
    >
      {place !== undefined && <Ring {...place} />}
      <LiveRegion className={styles.words}>
        <strong className={styles.title}>
          {!isOver && (
            <span className={styles.count}>
              {now + 1} of {tourSteps.length}
            </span>
          )}
          {title}
        </strong>{' '}
        {text}
        {isReal && <strong className={styles.real}> This is a real venue: what you send here is real.</strong>}
      </LiveRegion>
      <span className={styles.actions}>
        {!isOver && (
          <Button size="sm" variant="quiet" onClick={() => toStep(now + 1)}>
            Skip this step
          </Button>
        )}
        <Button size="sm" onClick={leave}>
          {isOver ? 'Done' : 'End the tour'}
        </Button>
      </span>
    </section>
  )
}

const Ring = ({ left, top, width, height }: Place) => (
  <span className={styles.ring} style={{ left, top, width, height }} aria-hidden="true" data-testid="tour-ring" />
)

/** The button disappears with the card, so focus moves to the screen. */
function leave(): void {
  endTour()
  document.getElementById('screen')?.focus({ preventScroll: true })
}

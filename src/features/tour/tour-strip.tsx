/**
 * The guided round, as a strip in the frame's foot: it has room of its own, so it covers nothing that it talks about, takes no focus while the trader
 * works, and says each next step to a screen reader. What was done moves it on; it can be skipped or ended at any time.
 */
import { useEffect, useRef } from 'react'
import { useVenue } from '../../api/venue/venue.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LiveRegion } from '../../ui/controls/live-region.tsx'
import { type Tour, endTour, takeFreshness, toStep, useTour } from '../../ui/tour/tour-store.ts'
import { stepFrom, tourSteps } from './tour-steps.ts'
import styles from './tour.module.css'
import { useTourFacts } from './use-tour-facts.ts'

export function TourStrip() {
  const tour = useTour()
  return tour === undefined ? null : <Running tour={tour} />
}

const last = {
  title: 'That is the round.',
  text: 'Press ? for the keys of a screen, and / to type a structure as a desk says it. “Take the tour” in the command line brings this back.',
}

function Running({ tour }: { readonly tour: Tour }) {
  const facts = useTourFacts(tour)
  const now = stepFrom(tour.step, facts)
  const isReal = useVenue().kind !== 'sandbox'
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takeFreshness()) strip.current?.focus({ preventScroll: true })
  }, [tour.startedAtMs])
  useEffect(() => toStep(now), [now])
  const { title, text } = tourSteps[now] ?? last
  const isOver = now >= tourSteps.length
  return (
    <section ref={strip} tabIndex={-1} className={styles.strip} aria-label="Tour" data-testid="tour">
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

/** The button goes with the strip: the focus it had goes to the screen. */
function leave(): void {
  endTour()
  document.getElementById('screen')?.focus({ preventScroll: true })
}

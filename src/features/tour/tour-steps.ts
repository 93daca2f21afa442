/** The steps of the guided round, each with how the app's own state tells that it was done. Nothing of it is done for the trader. */

export interface TourFacts {
  readonly isSignedIn: boolean
  readonly hasReadExplanation: boolean
  /** Legs of the draft on the builder's screen; 0 elsewhere. */
  readonly draftLegs: number
  /** Since the round began: an RFQ that the venue accepted. */
  readonly hasAsked: boolean
  /** Since the round began: a fill of an order sent from an RFQ. */
  readonly hasTaken: boolean
  readonly isInJournal: boolean
}

export interface TourStep {
  readonly title: string
  readonly text: string
  readonly isDone: (facts: TourFacts) => boolean
}

const legsOfCondor = 4

export const tourSteps: readonly TourStep[] = [
  {
    title: 'Sign in',
    text: 'Open Portfolio and press “Sign in to the sandbox”: a practice account with positions in it, and no real money.',
    isDone: facts => facts.isSignedIn,
  },
  {
    title: 'Read the portfolio',
    text: 'Every total is the sum of the rows below it. Press one, Net delta say, to see its formula, its inputs and their age; then close it (Esc).',
    isDone: facts => facts.hasReadExplanation,
  },
  {
    title: 'Build an iron condor',
    text: 'Go to Build (2), open the Gallery (G) and choose Iron condor. Drag its strikes on the payoff if you like: everything follows.',
    isDone: facts => facts.draftLegs >= legsOfCondor,
  },
  {
    title: 'Ask for quotes',
    text: 'Press Review RFQ in the ticket, read what would be sent, and send it. Asking binds you to nothing.',
    isDone: facts => facts.hasAsked,
  },
  {
    title: 'Take a quote',
    text: 'Dealers answer within seconds. Press Take and confirm: hold Enter, or move the mouse to the button and click. A quote that moved is asked about again.',
    isDone: facts => facts.hasTaken,
  },
  {
    title: 'See the fill in the journal',
    text: 'Go to Journal (5): what you sent, what was answered, the quotes you saw and the fill are there, stored in this browser.',
    isDone: facts => facts.isInJournal,
  },
]

/** The first step from `step` on that is not done; `tourSteps.length` after the last. One that is done moves the round on, and never back. */
export function stepFrom(step: number, facts: TourFacts): number {
  const rest = tourSteps.slice(step).findIndex(each => !each.isDone(facts))
  return rest === -1 ? tourSteps.length : step + rest
}

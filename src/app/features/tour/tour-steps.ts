/** Steps of the tour. Each checks the app's state to see whether it is done. The tour does nothing for the trader. */

export interface TourFacts {
  readonly isSignedIn: boolean
  readonly hasReadExplanation: boolean
  readonly draftLegs: number
  /** True if the venue accepted an RFQ since the tour began. */
  readonly hasAsked: boolean
  /** True if an order sent from an RFQ filled since the tour began. */
  readonly hasTaken: boolean
  /** True if the screen of all RFQs was opened, or if the venue reports none. */
  readonly hasSeenFlow: boolean
  readonly isInJournal: boolean
}

/** Matches the first visible element whose text starts like this. */
export interface TourTarget {
  readonly selector: string
  readonly text?: string
}

export interface TourStep {
  readonly title: string
  readonly text: string
  readonly targets: readonly TourTarget[]
  readonly isDone: (facts: TourFacts) => boolean
}

const legsOfCondor = 4
const screen = (name: string): TourTarget => ({ selector: `nav[aria-label="Screens"] a[title="${name}"]` })
const send: TourTarget = { selector: '[data-testid="confirm-send"]' }

export const tourSteps: readonly TourStep[] = [
  {
    title: 'Sign in',
    text: 'A practice account with positions in it, and no real money.',
    targets: [{ selector: 'section[aria-label="Sign in"]' }, screen('Portfolio')],
    isDone: facts => facts.isSignedIn,
  },
  {
    title: 'Read the portfolio',
    text: 'Every total is the sum of the rows below it. Press this one for its formula, its inputs and their age; then close it (Esc).',
    targets: [
      { selector: '[role="dialog"] button[aria-label="Close"]' },
      { selector: '[data-testid="net-delta"]' },
      screen('Portfolio'),
    ],
    isDone: facts => facts.hasReadExplanation,
  },
  {
    title: 'Build an iron condor',
    text: 'On Build choose Iron condor, on its first page or in the Gallery (G). Drag its strikes on the payoff if you like: everything follows.',
    targets: [
      { selector: '[data-testid="gallery"] button', text: 'Iron condor' },
      { selector: '[data-testid="start"] button', text: 'Iron condor' },
      { selector: '[data-panel="Option chain"] label', text: 'Gallery' },
      screen('Build'),
    ],
    isDone: facts => facts.draftLegs >= legsOfCondor,
  },
  {
    title: 'Ask for quotes',
    text: 'Review the RFQ, read what would be sent, and send it. Asking binds you to nothing.',
    targets: [send, { selector: '[data-panel="Ticket"] button', text: 'Review' }, screen('Build')],
    isDone: facts => facts.hasAsked,
  },
  {
    title: 'Take a quote',
    text: 'Dealers answer within seconds. Take one and confirm: hold Enter, or move the mouse to the button and click.',
    targets: [send, { selector: '[data-testid="live-rfq"] button', text: 'Take' }, screen('Build')],
    isDone: facts => facts.hasTaken,
  },
  {
    title: 'See what others ask for',
    text: 'Orders, Everybody’s: every live RFQ of the venue, with its price on our surface and what an answer would add to your book. An answer is a firm order.',
    targets: [{ selector: '[role="tab"][data-value="everybody"]' }, screen('Orders')],
    isDone: facts => facts.hasSeenFlow,
  },
  {
    title: 'See the fill in the journal',
    text: 'What you sent, what was answered, the quotes you saw and the fill are here, stored in this browser.',
    targets: [screen('Journal')],
    isDone: facts => facts.isInJournal,
  },
]

/** The first undone step from `step`; `tourSteps.length` after the last. Never moves back. */
export function stepFrom(step: number, facts: TourFacts): number {
  const rest = tourSteps.slice(step).findIndex(each => !each.isDone(facts))
  return rest === -1 ? tourSteps.length : step + rest
}

/** The frame around every screen, connected to the api: top bar, screen, status bar, overlays. */
import { type ReactNode, useEffect, useState } from 'react'
import { endReplay, useReplay } from '../../api/replay/replay.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { useIntents, useReview } from '../../api/order-desk/desk-hooks.ts'
import { useTradingLock } from '../../api/order-desk/trading-lock.ts'
import { useFlowLack } from '../../api/feed/flow-link.ts'
import { useConnection } from '../../api/polling/connection.ts'
import { askAgain } from '../../api/polling/query-client.ts'
import { serverNowMs, useServerClock } from '../../api/venue/clock.ts'
import { useOtherVenue } from '../../api/venue/other-venue.ts'
import { usePractice } from '../../api/venue/practice.ts'
import { type Session, useSession } from '../../api/venue/session.ts'
import { useVenue } from '../../api/venue/venue.ts'
import type { NextEndProps } from '../../features/alerts/next-end.tsx'
import { OrderOutcome } from '../../features/ticket/order-outcome.tsx'
import { parsePanelSearch, parseSignInFrom, signInSearch } from '../../links/screen-links.ts'
import type { Command } from '../../ui/commands/command.ts'
import { useCommands, useRunCommand } from '../../ui/commands/use-commands.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { focusPanel } from '../../ui/panel/panel-focus.ts'
import { useIsUltrawide } from '../../ui/panel/use-width.ts'
import { useAddress, useNavigate } from '../../ui/router/use-router.ts'
import { usePreferences } from '../../ui/theme/preferences.ts'
import { useHoldKeys } from '../../ui/typeahead/hold-keys.ts'
import { ConnectionNews } from './connection-news.tsx'
import { useInstruments } from '../../api/market/instruments.ts'
import { capital } from '../../../core/domain/words.ts'
import { isUnresolved } from '../../../core/domain/intent.ts'
import { startTour, useTour } from '../../ui/tour/tour-store.ts'
import styles from './shell.module.css'
import { Status, StatusStrip } from './status-strip.tsx'
import { useHeldFocus } from './hold-focus.ts'
import { lookCommands } from './look-commands.ts'
import { destinationOf, screens } from './screens.ts'
import { useOfferedViews, useView, Views } from './views.tsx'
import { TopBar } from './top-bar.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'

export function useSignIn(): readonly Command[] {
  const navigate = useNavigate()
  const isSignedIn = useSession().status === 'signed_in'
  const from = useAddress(address => parseSignInFrom(address.search))
  const here = useAddress(address => address.pathname)
  useEffect(() => {
    const back = from === undefined ? undefined : destinationOf(from)
    if (isSignedIn && back !== undefined) navigate({ ...back, replace: true })
  }, [isSignedIn, from, navigate])
  if (isSignedIn) return []
  return [
    {
      id: 'app.sign-in',
      name: 'Sign in',
      group: 'Everywhere',
      run: () => navigate({ to: '/portfolio', search: here === '/portfolio' ? {} : signInSearch(here) }),
    },
  ]
}

function useCloseAsked(names: readonly string[]): (() => void) | undefined {
  const navigate = useNavigate()
  const isAsked = useAddress(({ search }) => names.some(name => search[name] !== undefined))
  const without = Object.fromEntries(names.map(name => [name, undefined]))
  return isAsked ? () => navigate({ to: '.', search: old => ({ ...old, ...without }), replace: true }) : undefined
}

function useDiscard(): (() => void) | undefined {
  const review = useReview()
  return review === undefined ? undefined : () => desk.discard(review.client_order_id)
}

function useCloseEnds({ opened, setOpen }: NextEndProps): (() => void) | undefined {
  const closeAsked = useCloseAsked(['alert'])
  return opened ? () => setOpen(false) : closeAsked
}

const NextEnd = lazyComponent(
  async () => (await import('../../features/alerts/next-end.tsx')).NextEnd,
  <span className={styles.nextToCome} />,
  { name: 'Upcoming events and alerts', useClose: useCloseEnds, isLater: true },
)

export function Next(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  useHoldKeys(isOpen ? 'ends' : undefined)
  useCommands([
    { id: 'app.ends', name: 'Upcoming events and alerts', group: 'Everywhere', keys: 'ends', run: () => setOpen(true) },
  ])
  return <NextEnd opened={isOpen} setOpen={setOpen} />
}

// Neither is needed before the trader opens it.
const ReviewDialog = lazyComponent(
  async () => (await import('../../features/ticket/review-dialog.tsx')).ReviewDialog,
  null,
  {
    name: 'The review',
    useClose: useDiscard,
  },
)
const SingleLegTicket = lazyComponent(
  async () => (await import('../../features/ticket/single-leg-ticket.tsx')).SingleLegTicket,
  null,
  {
    name: 'The ticket',
    useClose: () => useCloseAsked(['trade']),
  },
)
const AskedOverlays = lazyComponent(async () => (await import('./asked-overlays.tsx')).AskedOverlays, null, {
  useClose: () => useCloseAsked(['amend', 'prices', 'line']),
})

const CommandLine = lazyComponent(
  async () => (await import('../../features/command-line/command-line.tsx')).CommandLine,
  null,
  {
    name: 'The command line',
    useClose: ({ open, onClose }) => (open ? onClose : undefined),
  },
)

// What informs the trader of news; it needs history, which no first paint waits for.
const Alerts = lazyComponent(async () => (await import('../../features/alerts/alerts.tsx')).Alerts, null, {
  name: 'Alerts',
  isLater: true,
})
const MarginBanner = lazyComponent(
  async () => (await import('../../features/portfolio/margin/margin-banner.tsx')).MarginBanner,
  null,
  {
    name: 'The margin warning',
    isLater: true,
  },
)
const ReplayBar = lazyComponent(async () => (await import('../../features/replay/replay-bar.tsx')).ReplayBar, null, {
  name: 'The replay',
})
const PageTitle = lazyComponent(async () => (await import('./page-title.tsx')).PageTitle, null, {
  shows: 'nothing',
  isLater: true,
})
const OrderNotices = lazyComponent(async () => (await import('./order-notices.tsx')).OrderNotices, null, {
  name: 'Notices of orders',
  isLater: true,
})
const OtherVenue = lazyComponent(async () => (await import('./stopped.tsx')).OtherVenue, null, {
  name: 'Another venue answers here. This',
})
const PracticeEnded = lazyComponent(async () => (await import('./stopped.tsx')).PracticeEnded, null, {
  name: 'The practice exchange has stopped. This',
})
const SessionBanner = lazyComponent(async () => (await import('./session-banner.tsx')).SessionBanner, null, {
  name: 'The state of the session',
  isLater: true,
})

export function Shell({ children }: { readonly children: ReactNode }) {
  const venue = useVenue()
  const other = useOtherVenue()
  const practice = usePractice()
  const session = useSession()
  const clock = useServerClock()
  const connection = useConnection()
  const { locked, setLocked } = useTradingLock()
  const runCommand = useRunCommand()
  const look = usePreferences()
  const line = useCommandLine()
  const { here, isAlone } = useHere()
  const isStatusInBar = useWidth() !== 'narrow' && (here === 'Build' || here === 'Settings')
  const screenCommands = useScreenCommands()
  const isPast = usePastOn(here)
  const signIn = useSignIn()
  useHeldFocus()
  useCommands([
    ...line.commands,
    ...screenCommands,
    {
      id: 'app.lock',
      name: locked ? 'Unlock trading in this tab' : 'Lock trading in this tab',
      group: 'Everywhere',
      keys: 'lock',
      run: () => setLocked(!locked),
    },
    { id: 'app.next-panel', name: 'Next panel', group: 'Everywhere', keys: 'nextPanel', run: () => focusPanel(1) },
    {
      id: 'app.previous-panel',
      name: 'Previous panel',
      group: 'Everywhere',
      keys: 'previousPanel',
      run: () => focusPanel(-1),
    },
    ...lookCommands(look),
    ...signIn,
  ])
  if (other !== undefined) return <OtherVenue ours={venue.label} other={other} />
  if (practice?.ended !== undefined) return <PracticeEnded practice={practice} why={practice.ended} />
  return (
    <div className={styles.frame} data-past={isPast} data-failing={connection.state === 'failing'}>
      <a href="#screen" className={styles.skip}>
        Skip to the screen
      </a>
      <TopBar
        venue={venue}
        account={session.status === 'signed_in' ? session.account : undefined}
        clock={clock}
        connection={connection}
        locked={locked}
        onLockChange={setLocked}
        onSearch={() => runCommand('app.palette')}
        isAlone={isAlone}
        status={isStatusInBar && <ShellStatus locked={locked} />}
        next={session.status === 'signed_in' ? <Next /> : null}
      />
      <StatusStrip screen={here} isFailing={connection.state === 'failing'}>
        <Views />
        {!isStatusInBar && <ShellStatus locked={locked} />}
      </StatusStrip>
      <Warnings session={session} />
      <main id="screen" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Foot />
      <OrderOutcome />
      <OrderNotices />
      <Overlays />
      <ConnectionNews state={connection.state} isSignedIn={session.status === 'signed_in' && !session.isLapsed} />
      <PageTitle screen={here} />
      {line.dialog}
    </div>
  )
}

function useScreenCommands(): readonly Command[] {
  const navigate = useNavigate()
  const views = useOfferedViews()
  const group = 'Screens'
  return screens.flatMap(({ name, keys, to }) => [
    { id: `screen.${name.toLowerCase()}`, name: `Go to ${name}`, group, keys, run: () => navigate({ to }) },
    ...(views[name] ?? []).slice(1).map(({ value: view, title }) => ({
      id: `screen.${view}`,
      name: `Go to ${name}: ${title}`,
      group,
      run: () => navigate({ to, search: { view } }),
    })),
  ])
}

function useHere(): { readonly here: string; readonly isAlone: boolean } {
  const panel = useAddress(address => parsePanelSearch(address.search))
  const screen = useAddress(address => screens.find(each => each.to === address.pathname)?.name)
  const view = useView(screen)?.title
  const alone = panel && capital(panel)
  return { here: alone ?? view ?? screen ?? 'Legwork', isAlone: alone !== undefined }
}

/** True while the past is shown. It ends on screens without one, and with the session. */
function usePastOn(here: string): boolean {
  const isPast = useReplay() !== undefined
  const isSignedIn = useSession().status === 'signed_in'
  const isEnded = isPast && (!screensOfPast.has(here) || !isSignedIn)
  useEffect(() => {
    if (isEnded) endReplay()
  }, [isEnded])
  return isPast
}
const screensOfPast: ReadonlySet<string> = new Set(['Portfolio', 'Orders'])

function Warnings({ session }: { readonly session: Session }) {
  const isPast = useReplay() !== undefined
  if (session.status !== 'signed_in') return <div />
  return (
    <div>
      <SessionBanner session={session} />
      <MarginBanner />
      {isPast && <ReplayBar />}
    </div>
  )
}

function useCommandLine() {
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  useHoldKeys(isOpen ? 'line' : undefined)
  const open = (): void => {
    setLoaded(true)
    setOpen(true)
  }
  const group = 'Everywhere'
  const commands: readonly Command[] = [
    { id: 'app.palette', name: 'Search, commands, structures', group, keys: 'palette', inForms: true, run: open },
    { id: 'app.line', name: 'Type a structure, an instrument, a command', group, keys: 'search', run: open },
    { id: 'app.structure', name: 'Type a structure', group, keys: 'typeOrder', run: open },
  ]
  return { commands, dialog: isLoaded && <CommandLine open={isOpen} onClose={() => setOpen(false)} /> }
}

function Overlays() {
  const review = useReview()
  const isSignedIn = useSession().status === 'signed_in'
  const trades = useAddress(address => address.search['trade'] !== undefined)
  const asks = useAddress(({ search }) => search['amend'] ?? search['prices'] ?? search['line'])
  // Stays mounted: Back in a review restores the ticket as it was.
  const [wasTicketAsked, setTicketAsked] = useState(trades)
  if (trades && !wasTicketAsked) setTicketAsked(true)
  // Their code may still be loading.
  useHoldKeys(review?.client_order_id ?? asks ?? (trades ? 'trade' : undefined))
  return (
    <>
      {wasTicketAsked && <SingleLegTicket />}
      {asks !== undefined && <AskedOverlays />}
      {review !== undefined && <ReviewDialog />}
      {isSignedIn && <Alerts />}
    </>
  )
}

function ShellStatus({ locked }: { readonly locked: boolean }) {
  const { state, lastFault, unread, resources } = useConnection()
  const listingFault = useInstruments().fault?.message
  const pending = useIntents().filter(isUnresolved).length
  return (
    <Status
      isFailing={state === 'failing'}
      lastFault={lastFault?.message ?? listingFault ?? unread}
      resources={resources}
      pending={pending}
      locked={locked}
      onRetry={askAgain}
    />
  )
}

const TourStrip = lazyComponent(async () => (await import('../../features/tour/tour-strip.tsx')).TourStrip, null, {
  name: 'The tour',
  isLater: true,
})

const FlowTape = lazyComponent(async () => (await import('../../features/flow/flow-tape.tsx')).FlowTape, null, {
  name: 'The RFQs of others',
  isLater: true,
})

/** On a very wide screen the RFQs of others run along the foot, except where all of them are shown. */
function useIsTapeShown(): boolean {
  const isUltrawide = useIsUltrawide()
  const isSignedIn = useSession().status === 'signed_in'
  const isPast = useReplay() !== undefined
  const hasFlow = useFlowLack() === undefined
  const isElsewhere = useAddress(({ search }) => search['view'] === 'everybody' || search['panel'] !== undefined)
  return isUltrawide && isSignedIn && !isPast && hasFlow && !isElsewhere
}

function Foot() {
  const isOnTour = useTour() !== undefined
  const isTapeShown = useIsTapeShown()
  useCommands([{ id: 'app.tour', name: 'Take the tour', group: 'Everywhere', run: () => startTour(serverNowMs()) }])
  return (
    <div className={styles.foot}>
      {isTapeShown && <FlowTape />}
      {isOnTour && <TourStrip />}
    </div>
  )
}

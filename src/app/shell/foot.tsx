/** The frame's foot: the tour where there is one, then the status; and the command that begins the tour. */
import { useConnection } from '../../api/polling/connection.ts'
import { useIntents } from '../../api/order-desk/desk-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { isUnresolved } from '../../domain/intent.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { startTour, useTour } from '../../ui/tour/tour-store.ts'
import styles from './shell.module.css'
import { StatusBar } from './status-bar.tsx'

const TourStrip = lazyComponent(async () => (await import('../../features/tour/tour-strip.tsx')).TourStrip)

export function Foot({ locked }: { readonly locked: boolean }) {
  const { lastFault, unread, resources } = useConnection()
  const listingFault = useInstruments().fault?.message
  const pending = useIntents().filter(isUnresolved).length
  const isOnTour = useTour() !== undefined
  useCommands([{ id: 'app.tour', name: 'Take the tour', group: 'Everywhere', run: () => startTour(serverNowMs()) }])
  return (
    <div className={styles.foot}>
      {isOnTour && <TourStrip />}
      <StatusBar lastFault={lastFault?.message ?? listingFault ?? unread} resources={resources} pending={pending} locked={locked} />
    </div>
  )
}

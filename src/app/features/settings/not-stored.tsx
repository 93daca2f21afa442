/** Records that could not be stored since page load, and those evicted for more important ones. */
import { useThinnedForRoom } from '../../api/samples/make-room.ts'
import { useSampleFault } from '../../api/history/sample-hooks.ts'
import { useJournalFault } from '../../api/journal/journal-hooks.ts'
import { useDeskReady } from '../../api/order-desk/desk-hooks.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { formatNumber } from '../../ui/format/format-decimal.ts'

const counted = (count: number, what: string): string =>
  `${formatNumber(count, { places: 0 })} ${what}${count === 1 ? '' : 's'}`

export function NotStored() {
  const { storeFault } = useDeskReady()
  const journal = useJournalFault()
  const sample = useSampleFault()
  const thinned = useThinnedForRoom()
  const faults = [
    storeFault === undefined ? undefined : { what: 'A record of an order was not stored.', why: storeFault },
    journal === undefined
      ? undefined
      : {
          what: `The journal: ${counted(journal.waiting, 'event')} not stored yet, ${formatNumber(journal.lost, { places: 0 })} lost.`,
          why: journal.message,
        },
    sample === undefined ? undefined : { what: 'The last sample was not stored.', why: sample },
  ].filter(fault => fault !== undefined)
  return (
    <>
      {faults.map(({ what, why }) => (
        <Banner key={what} tone="warning" title={what} testId="not-stored">
          {stripHostile(why)}
        </Banner>
      ))}
      {thinned > 0 && (
        <Banner tone="info" title="Storage was full." testId="thinned-for-room">
          {counted(thinned, 'older sample')} went to make room for orders and the journal.
        </Banner>
      )}
    </>
  )
}

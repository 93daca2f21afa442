/** Background notices and actions for orders, in code that the first paint does not need. */
import { useEffect } from 'react'
import { useNeverSent } from '../../api/order-desk/desk-hooks.ts'
import { useSession } from '../../api/venue/session.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { EndFilledRfqs } from '../../features/ticket/end-filled-rfqs.ts'
import { OfferUnsentAmendments } from '../../features/ticket/use-amend.ts'
import { closeToast, showToast } from '../../ui/controls/toasts.ts'
import { formatUtcDateTime } from '../../ui/format/format-time.ts'

export function OrderNotices() {
  const isSignedIn = useSession().status === 'signed_in'
  return (
    <>
      <NeverSent />
      {isSignedIn && <EndFilledRfqs />}
      {isSignedIn && <OfferUnsentAmendments />}
    </>
  )
}

function NeverSent() {
  const all = useNeverSent()
  useEffect(() => {
    const shown = all.map(({ title, account, createdAtMs, awaited }) =>
      showToast({
        tone: 'warning',
        title: `Not sent: ${stripHostile(title)}`,
        body: `Confirmed at ${formatUtcDateTime(createdAtMs)} as ${stripHostile(account)}, and the page was left ${awaited === true ? 'while it waited for approval' : 'before this browser had a record of it'}. Nothing went to the venue: if you still mean it, send it again.`,
        sticky: true,
        testId: 'never-sent',
      }),
    )
    return () => shown.forEach(closeToast)
  }, [all])
  return null
}

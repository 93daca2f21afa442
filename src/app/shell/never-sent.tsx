/** Says of each order that was confirmed and never left, because the page did first, that it was not sent. */
import { useEffect } from 'react'
import { useNeverSent } from '../../api/order-desk/desk-hooks.ts'
import { stripHostile } from '../../domain/safe-text.ts'
import { closeToast, showToast } from '../../ui/controls/toasts.ts'
import { formatUtcDateTime } from '../../ui/format/format-time.ts'

export function NeverSent() {
  const all = useNeverSent()
  useEffect(() => {
    const shown = all.map(({ title, account, createdAtMs }) =>
      showToast({
        tone: 'warning',
        title: `Not sent: ${stripHostile(title)}`,
        body: `Confirmed at ${formatUtcDateTime(createdAtMs)} as ${stripHostile(account)}, and the page was left before this browser had a record of it. Nothing went to the venue: if you still mean it, send it anew.`,
        sticky: true,
        testId: 'never-sent',
      }),
    )
    return () => shown.forEach(closeToast)
  }, [all])
  return null
}

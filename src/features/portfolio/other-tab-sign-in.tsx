/** Goes on with the sign-in of another tab or window of this browser, by a press. */
import { type ReactNode, useEffect, useState } from 'react'
import type { OtherTab } from '../../api/venue/session-sharing.ts'
import { lookForTabs, takeOverSignIn, useOtherTabs } from '../../api/venue/shared-sign-in.ts'
import { stripHostile } from '../../domain/safe-text.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'

export function OtherTabSignIn(): ReactNode {
  const tabs = useOtherTabs()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(lookForTabs, [])
  const take = async (tab: OtherTab): Promise<void> => {
    setBusy(true)
    const isTaken = await takeOverSignIn(tab)
    setBusy(false)
    setFailed(!isTaken)
    if (!isTaken) lookForTabs()
  }
  // Several tabs of one account are one sign-in.
  const accounts = [...new Map(tabs.map(tab => [tab.account, tab] as const)).values()]
  return (
    <>
      {hasFailed && <Banner tone="warning">The other tab did not answer. It may be asleep: look at it once, then try again.</Banner>}
      {accounts.map(tab => (
        <Button key={tab.id} busy={isBusy} onClick={() => void take(tab)}>
          Use the sign-in of another tab ({stripHostile(tab.account, 60)})
        </Button>
      ))}
    </>
  )
}

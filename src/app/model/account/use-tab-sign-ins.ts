/** Sign-ins of other tabs or windows of this browser, to continue by a press. */
import { useEffect, useState } from 'react'
import type { OtherTab } from '../../api/venue/session-sharing.ts'
import { lookForTabs, takeOverSignIn, useOtherTabs } from '../../api/venue/shared-sign-in.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'

export interface TabSignIns {
  /** One per account, even if several tabs are signed in to it. */
  readonly tabs: readonly { readonly id: string; readonly account: string; readonly take: () => void }[]
  readonly isBusy: boolean
  /** True if the last chosen tab did not answer. */
  readonly hasFailed: boolean
}

export function useTabSignIns(): TabSignIns {
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
  const byAccount = [...new Map(tabs.map(tab => [tab.account, tab] as const)).values()]
  return {
    isBusy,
    hasFailed,
    tabs: byAccount.map(tab => ({
      id: tab.id,
      account: stripHostile(tab.account, 60),
      take: () => void take(tab),
    })),
  }
}

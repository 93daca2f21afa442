/**
 * Subscription to all RFQs, only while a screen shows them or an own answer works. Messages are batched for a few
 * milliseconds, so that a snapshot of a hundred instruments renders once.
 */
import { useEffect } from 'react'
import { isRfqName, rfqsTag } from '../../../core/client/feed-connection.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { errorCodes } from '../../../core/contract/failure.ts'
import { type FeedMessage, loginSucceeded } from '../../../core/contract/feed.ts'
import { createStore, useStore } from '../browser/store.ts'
import { feedState } from './feed-state.ts'
import { flowLack, flowLink } from './flow-link.ts'
import { noFlow, type RfqFlow, takeRfqMessage, withoutLive, withUnread } from './rfq-flow.ts'

export type FlowState =
  /** Not visible, or the socket is not live. */
  | { readonly kind: 'off' }
  | { readonly kind: 'requested' }
  /** `isWhole`: the venue has had time to report all live RFQs, so a missing one has ended. */
  | { readonly kind: 'live'; readonly isWhole: boolean }
  | { readonly kind: 'refused'; readonly why: string }

const showMs = 25
/** The venue reports live RFQs one by one and does not say which is the last. */
const snapshotsMs = 3_000

interface Shown {
  readonly flow: RfqFlow
  readonly state: FlowState
}
const shown = createStore<Shown>({ flow: noFlow, state: { kind: 'off' } })

/** The latest; shown a few milliseconds later. */
let flow = noFlow
let watchers = 0

const setState = (state: FlowState): void => shown.set({ ...shown.get(), state })

function become(next: RfqFlow): void {
  const isShowDue = flow !== shown.get().flow
  flow = next
  if (!isShowDue && next !== shown.get().flow) systemTimers.after(showMs, () => shown.set({ ...shown.get(), flow }))
}

function becomeLive(): void {
  const live: FlowState = { kind: 'live', isWhole: false }
  setState(live)
  systemTimers.after(snapshotsMs, () => {
    if (shown.get().state === live) setState({ ...live, isWhole: true })
  })
}

function take(message: FeedMessage): void {
  if (watchers === 0) return
  if (isRfqName(message.name)) return become(takeRfqMessage(flow, message as Parameters<typeof takeRfqMessage>[1]))
  const { name, body } = message
  if ((name !== 'command_response' && name !== 'error') || body.user_tag !== rfqsTag) return
  if (name === 'command_response' && body.error_code === loginSucceeded) {
    become(withoutLive(flow))
    return becomeLive()
  }
  const words = name === 'error' ? body.message : (body.error_text ?? body.error_code)
  if (body.error_code === errorCodes.invalidParameters)
    flowLack.set(`The venue’s socket does not report the RFQs of others: ${words}`)
  setState({ kind: 'refused', why: words })
}

flowLink.listener = {
  isWanted: () => watchers > 0,
  take,
  unread: () => become(withUnread(flow)),
  connectionChanged(isLive) {
    if (!isLive) become(withoutLive(flow))
    setState({ kind: isLive && watchers > 0 ? 'requested' : 'off' })
  },
  forget: () => become(noFlow),
}

export function useFlow(isWanted = true): Shown {
  useEffect(() => {
    if (!isWanted) return undefined
    watchers += 1
    if (watchers === 1 && feedState.get().kind === 'live') {
      setState({ kind: 'requested' })
      flowLink.request(true)
    }
    return () => {
      watchers -= 1
      if (watchers > 0) return
      setState({ kind: 'off' })
      become(withoutLive(flow))
      flowLink.request(false)
    }
  }, [isWanted])
  return useStore(shown)
}

/** Tabs of one browser: channels between them, and a lock for sending an intent, whose id they post when it was written. */
import { type ClientOrderId, clientOrderId } from '../../domain/ids.ts'

const presentLocks = (): LockManager | undefined =>
  (typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager | null }).locks) ?? undefined

/** Runs `run`, unless another tab is running one for the same id. Without locks the database's transaction is the guard. */
export async function exclusively(id: ClientOrderId, run: () => Promise<void>): Promise<void> {
  const locks = presentLocks()
  if (locks === undefined) return run()
  await locks.request(`legwork.intent.${id}`, { ifAvailable: true }, async lock => {
    if (lock !== null) await run()
  })
}

const handOf = (id: string): string => `legwork.in-hand.${id}`

/** Takes orders in this page's hand, which ends with the page only: however it ends, the browser lets them go. */
export function createHand(): (id: string) => void {
  const taken = new Set<string>()
  return id => {
    if (taken.has(id)) return
    taken.add(id)
    presentLocks()
      ?.request(handOf(id), () => new Promise(() => undefined))
      .catch(() => undefined)
  }
}

/** Resolves once no page has the order in hand; undefined where the browser has no locks. */
export const afterOtherTabs = (id: string): Promise<void> | undefined =>
  presentLocks()
    ?.request(handOf(id), () => undefined)
    .catch(() => undefined)

export interface TabChannel<Message> {
  post(message: Message): void
  /** Takes what other tabs post. Returns a stop function. */
  open(take: (message: Message) => void): () => void
}

/** A channel between the tabs of this browser, where it has them. Any script of the origin may write to it: `read` gives undefined for what is no message. */
export function createTabChannel<Message>(name: string, read: (data: unknown) => Message | undefined): TabChannel<Message> {
  let channel: BroadcastChannel | undefined
  return {
    post: message => channel?.postMessage(message),
    open(take) {
      if (typeof BroadcastChannel === 'undefined') return () => undefined
      const own = new BroadcastChannel(name)
      own.onmessage = ({ data }: MessageEvent<unknown>) => {
        const message = read(data)
        if (message !== undefined) take(message)
      }
      channel = own
      return () => {
        own.close()
        if (channel === own) channel = undefined
      }
    },
  }
}

export const { post: announceIntent, open: listenToTabs } = createTabChannel('legwork.intents', data =>
  typeof data === 'string' ? clientOrderId(data) : undefined,
)

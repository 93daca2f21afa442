/** Channels between the tabs of a browser, and a lock for sending an intent. */
import { type ClientOrderId, clientOrderId } from '../../../core/domain/ids.ts'

const presentLocks = (): LockManager | undefined =>
  (typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager | null }).locks) ??
  undefined

/** Runs `run` unless another tab is running one for the same id. Without locks the database transaction protects. */
export async function exclusively(id: ClientOrderId, run: () => Promise<void>): Promise<void> {
  const locks = presentLocks()
  if (locks === undefined) return run()
  await locks.request(`legwork.intent.${id}`, { ifAvailable: true }, async lock => {
    if (lock !== null) await run()
  })
}

const handOf = (id: string): string => `legwork.in-hand.${id}`

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

/** Resolves once no page has a lock on the order; undefined without locks. */
export const afterOtherTabs = (id: string): Promise<void> | undefined =>
  presentLocks()
    ?.request(handOf(id), () => undefined)
    .catch(() => undefined)

export interface TabChannel<Message> {
  post(message: Message): void
  open(take: (message: Message) => void): () => void
}

/**
 * A channel between tabs, if supported. Any script of the origin can write to it: `read` returns undefined for an
 * invalid message.
 */
export function createTabChannel<Message>(
  name: string,
  read: (data: unknown) => Message | undefined,
): TabChannel<Message> {
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

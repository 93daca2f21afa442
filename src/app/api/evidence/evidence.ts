/**
 * All evidence of the account's orders passes here: answers, lists, look-ups, pushes, and the journal of other tabs.
 * It is published with its owner and dropped once that account is no longer signed in. A failing listener does not
 * affect the others.
 */
import type { Evidence } from '../../../core/history/evidence.ts'
import { type Intent, belongsTo } from '../../../core/domain/intent.ts'
import type { OrderDesk } from '../order-desk/order-desk.ts'
import { desk } from '../order-desk/desk.ts'
import { noteHeld } from '../order-desk/own-limits.ts'
import { presentOwner } from '../venue/owner.ts'
import { type Owner, ownerKey } from '../../../core/domain/owner.ts'

type Listener = (evidence: Evidence, owner: Owner) => void
const listeners = new Set<Listener>()

export function onEvidence(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function publishEvidence(evidence: Evidence, owner: Owner): void {
  const present = presentOwner()
  if (present === undefined || ownerKey(present) !== ownerKey(owner)) return
  for (const listener of listeners) {
    try {
      listener(evidence, owner)
    } catch (error) {
      // Reports the listener's error; whoever published it continues.
      reportError(error)
    }
  }
}

export function informDesk(of: Pick<OrderDesk, 'seenOpen' | 'pushed'>, evidence: Evidence, owner: Owner): void {
  if (evidence.kind === 'listed') of.seenOpen(evidence.records, owner)
  else if (evidence.kind === 'accepted') of.pushed(evidence.client_order_id, owner, evidence.accepted)
  else if (evidence.kind === 'execution') of.pushed(evidence.client_order_id, owner)
  else if ((evidence.kind === 'end' || evidence.kind === 'unclear') && evidence.isKnown)
    of.pushed(evidence.client_order_id, owner)
}

export const presentIntents = (): readonly Intent[] => {
  const owner = presentOwner()
  return desk.snapshot().intents.filter(intent => belongsTo(intent, owner))
}

export function startEvidence(): () => void {
  const publishIntents = (): void => {
    const owner = presentOwner()
    if (owner !== undefined) publishEvidence({ kind: 'intents', intents: presentIntents() }, owner)
  }
  const heard: Listener = (evidence, owner) => {
    informDesk(desk, evidence, owner)
    if (evidence.kind === 'positions') noteHeld(evidence.positions, owner)
  }
  const ends = [onEvidence(heard), desk.subscribe(publishIntents)]
  return () => {
    for (const end of ends) end()
  }
}

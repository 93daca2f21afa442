/**
 * Watched alerts and the queue of outgoing messages. An event and its messages are written in one transaction, under
 * the writer's fence: a killed or replaced recorder neither loses nor duplicates a message. A message that was sent but
 * not yet marked as sent is sent again under the same id.
 */
import type { Alert, AlertCrossing, ValueOf } from '../../core/domain/alert.ts'
import type { Owner } from '../../core/domain/owner.ts'
import type { AlertMessage } from '../alerts/alert-message.ts'

export interface SetAlert {
  readonly alert: Alert
  readonly by: string
}

/** `quiet`: delayed until quiet hours end. `summarised`: then sent in a summary. */
export type DeliveryState = 'waiting' | 'quiet' | 'delivered' | 'summarised' | 'failed'

export interface Delivery {
  readonly destination: string
  readonly message: AlertMessage
  readonly state: DeliveryState
  readonly madeMs: number
  readonly attempts: number
  /** Result of the last attempt; empty before it. */
  readonly said: string
}

export interface OutgoingAlert {
  readonly message: AlertMessage
  readonly to: readonly string[]
}

export interface AlertChange {
  readonly watch: readonly SetAlert[]
  /** Ids of alerts to stop watching. They may be watched again. */
  readonly drop: readonly string[]
  /** Ids that the trader removed, by venue time: only an alert set later under such an id is watched again. */
  readonly remove?: { readonly ids: readonly string[]; readonly atMs: number } | undefined
  readonly most: number
}

export interface AlertReader {
  alerts(owner: Owner): Promise<readonly SetAlert[]>
  deliveries(owner: Owner, most: number): Promise<readonly Delivery[]>
  /** Ignores alerts that are already watched or were removed. Returns false, and changes nothing, above the limit. */
  changeAlerts(owner: Owner, change: AlertChange): Promise<boolean>
  removedOf(owner: Owner, ids: readonly string[]): Promise<readonly string[]>
}

export interface DeliveryResult {
  readonly state: DeliveryState
  readonly attempts: number
  readonly dueMs: number
  readonly said: string
}

export interface JudgedAt {
  readonly venueMs: number
  readonly nowMs: number
}

export interface AlertWriter {
  setFileAlerts(alerts: readonly Alert[]): Promise<void>
  /** Compares figures with the alerts and queues one message per crossing. Returns the number of crossings. */
  judge(valueOf: ValueOf, at: JudgedAt, outgoing: (crossing: AlertCrossing) => OutgoingAlert): Promise<number>
  queue(outgoing: readonly OutgoingAlert[], nowMs: number): Promise<void>
  /**
   * Returns the next message for a destination: urgent ones first, then by age. Undefined if none is due. After a
   * failure only urgent messages are due until the next attempt.
   */
  nextDue(destination: string, nowMs: number): Promise<Delivery | undefined>
  retire(destinations: readonly string[]): Promise<number>
  settle(delivery: Pick<Delivery, 'destination' | 'message'>, settled: DeliveryResult): Promise<void>
  /** Replaces all messages that quiet hours delayed by one summary. Returns their number. */
  summarise(
    destination: string,
    nowMs: number,
    summaryOf: (retained: readonly AlertMessage[]) => AlertMessage,
  ): Promise<number>
  waiting(): Promise<number>
  forget(beforeMs: number): Promise<void>
}

/** The JSON of an answer as the endpoint's codec writes it; of the one answer that comes by the thousand, without the codec. */
import type { Endpoint } from '../../contract/endpoints.ts'
import { writePlainAcceptance } from '../../contract/order-text.ts'
import type { OrderAccepted } from '../../domain/order.ts'
import { z } from '../../domain/zod.ts'

export function answerText(endpoint: Endpoint, value: unknown): string {
  const { order_accepted } = value as { readonly order_accepted?: OrderAccepted }
  const plain = order_accepted === undefined ? undefined : writePlainAcceptance(order_accepted)
  return plain ?? JSON.stringify(z.encode(endpoint.answer, value))
}

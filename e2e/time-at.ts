export async function timeAt(url: string): Promise<number> {
  const answer = (await (await fetch(`${url}/v1/api/time`)).json()) as { readonly server_utc_timestamp: string }
  return Number.parseInt(answer.server_utc_timestamp, 10) / 1_000
}

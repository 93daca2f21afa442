import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { fetchPositions } from '../positions.ts'

function Rows() {
  const { data = [] } = useQuery({ queryKey: ['positions'], queryFn: fetchPositions })
  return (
    <ul>
      {data.slice(0, 40).map(row => (
        <li key={row.symbol} data-live="">
          {row.symbol} {row.mark_price} {row.upnl}
        </li>
      ))}
    </ul>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <header data-shell="">Legwork</header>
    <Rows />
  </QueryClientProvider>,
)

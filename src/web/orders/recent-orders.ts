interface RecentOrder {
  orderId: number
  name: string
}

const most = 5

/** Newest first. Kept in memory only, because it holds customers' names. */
let opened: readonly RecentOrder[] = []

export function rememberRecentOrder(order: RecentOrder): void {
  opened = [order, ...opened.filter(({ orderId }) => orderId !== order.orderId)].slice(0, most)
}

export const recentOrders = (): readonly RecentOrder[] => opened

export function forgetRecentOrders(): void {
  opened = []
}

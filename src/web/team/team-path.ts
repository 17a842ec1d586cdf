export const teamPath = '/admin/manage-team'

export const markup = '"><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'

document.getElementById('back')?.submit()

asect 0
        restore
#! 9 error: `restore` without `save`
#? a plain pop is `pop r0`
        save r0
        restore r0, r1
#! 9 error: `restore` takes one register or none
        save r2
#! 9 error: `save r2` without `restore`
        halt
end

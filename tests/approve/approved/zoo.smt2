(set-logic ALL)
; test e8071b622d61
(declare-const d0 Real)
(declare-const v0 Int)
(define-fun small ((x Int) (y Real)) Bool (< (to_real x) y))
; ec0: silence is over after 10 ms
; stimulate Button(v0) after d0 -> ec1
(define-fun |ec0 R1 Button| () Bool (< v0 3))
(define-fun |ec0 R1 Button sure| () Bool (< v0 2))
; ec1: silence is over after 7/2 ms
(define-fun x.1 () Int (+ v0 1))
; observe Lamp -> PASS
(define-fun |ec1 R4 Lamp| () Bool (small x.1 9.0))
; quiescence -> FAIL_dur
(define-fun |ec1 R10 silence| () Bool true)
